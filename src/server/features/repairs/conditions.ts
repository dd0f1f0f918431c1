import { type RawBuilder, sql } from 'kysely'
import { type Territory, territoryConditions } from '#server/db/device-set.ts'
import { containing } from '#server/db/paging.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairFilters, Worklist } from '#shared/repairs.ts'

export type RecordFilters = Partial<Omit<RepairFilters, 'companyId' | 'clientId' | 'accountId' | 'siteId'>>

/** A device that is back and has not been online since; only its newest 送回 waits. */
const waits = sql<boolean>`type = '送回' and back_online_at is null
  and exists (select 1 from device where device.company_id = repair_daily.company_id and device.id = repair_daily.device_id and device.state = 'repaired')
  and not exists (select 1 from repair_daily later where later.company_id = repair_daily.company_id and later.device_id = repair_daily.device_id and later.type = '送回' and later.voided_at is null
    and later.create_time > repair_daily.create_time)`

/** @param before the last day of return of a device that waits too long */
export function worklistCondition(worklist: Worklist, before: Day): RawBuilder<boolean> {
  switch (worklist) {
    case 'out':
      return sql<boolean>`type = '送修' and not closed and voided_at is null`
    case 'waiting':
      return sql<boolean>`${waits} and voided_at is null and repair_date <= ${before}::date`
    case 'repeat':
      return sql<boolean>`repeat_of_id is not null and voided_at is null`
  }
}

/** The where clause of repair records, by unqualified column names; owners and site are those of the record. */
export function recordConditions(territory: Territory, filters: RecordFilters, before: Day): RawBuilder<boolean> {
  const conditions = territoryConditions(territory)
  const { deviceId, type, deviceSerial, repairDateQuery, outcome, worklist, withVoided } = filters
  if (!withVoided) conditions.push(sql<boolean>`voided_at is null`)
  if (deviceId !== undefined) conditions.push(sql<boolean>`device_id = ${deviceId}`)
  if (type !== undefined) conditions.push(sql<boolean>`type = ${type}`)
  if (deviceSerial !== undefined && deviceSerial !== '') conditions.push(sql<boolean>`upper(device_serial) like upper(${containing(deviceSerial)})`)
  if (repairDateQuery) conditions.push(sql<boolean>`repair_date between ${repairDateQuery[0]}::date and ${repairDateQuery[1]}::date`)
  if (outcome !== undefined) conditions.push(sql<boolean>`outcome = ${outcome}`)
  if (worklist !== undefined) conditions.push(worklistCondition(worklist, before))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
