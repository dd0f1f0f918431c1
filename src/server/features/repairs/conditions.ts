import { type RawBuilder, sql } from 'kysely'
import { isOneOf, type Territory, territoryConditions } from '#server/db/device-set.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairFilters, Worklist } from '#shared/repairs.ts'

export type RecordFilters = Partial<Omit<RepairFilters, 'companyId' | 'clientId' | 'accountId' | 'siteId'>>

/**
 * A returned device that has not been online since; only its newest 送回 counts as waiting. The devices, too, name the
 * tenants: an index then has all that is asked of them.
 */
const waits = (companyIds: readonly number[]) => sql<boolean>`type = '送回' and back_online_at is null
  and exists (select 1 from device where device.company_id = repair_daily.company_id and ${isOneOf('device.company_id', companyIds)}
    and device.id = repair_daily.device_id and device.state = 'repaired')
  and not exists (select 1 from repair_daily later where later.company_id = repair_daily.company_id and later.device_id = repair_daily.device_id and later.type = '送回' and later.voided_at is null
    and (later.create_time, later.id) > (repair_daily.create_time, repair_daily.id))`

/** Return the condition of a worklist. @param before the last day of return of a device that waits too long */
function worklistCondition({ companyIds }: Territory, worklist: Worklist, before: Day): RawBuilder<boolean> {
  switch (worklist) {
    case 'out':
      return sql<boolean>`type = '送修' and not closed and voided_at is null`
    case 'waiting':
      return sql<boolean>`${waits(companyIds)} and voided_at is null and repair_date <= ${before}::date`
    case 'repeat':
      return sql<boolean>`repeat_of_id is not null and voided_at is null`
  }
}

/** The states of machines with an open repair: the cards count them, and worklists list them. */
const openStates = { out: ['repairing'], waiting: ['repaired'] } as const
type OpenWorklist = keyof typeof openStates
const isOpenWorklist = (worklist: Worklist | undefined): worklist is OpenWorklist =>
  worklist === 'out' || worklist === 'waiting'

/** Select records of machines that now belong to a territory and are in one of these states. */
const ofMachines = (territory: Territory, states: readonly string[]) => sql<boolean>`(company_id, device_id) in (
  select company_id, id from device where ${sql.join(territoryConditions(territory), sql` and `)} and state = any(${[...states]}::device_state[]))`

/** Select records of open repairs of machines that now belong to a territory. */
const openNow = (
  territory: Territory,
) => sql<boolean>`${ofMachines(territory, Object.values(openStates).flat())} and voided_at is null
  and ((type = '送修' and not closed) or (${waits(territory.companyIds)}))`

/** Return whether a territory covers less than all machines of its tenants. */
export const isPart = ({ siteIds, withoutSiteIds, clientId, accountId }: Territory): boolean =>
  siteIds !== null || clientId !== null || accountId !== null || (withoutSiteIds?.length ?? 0) > 0

/**
 * Return the conditions on the owner. An open repair follows its machine, as on the cards: its worklists are filtered
 * by the current owner. All other records are history, filtered by the owner at that time.
 */
function ownerConditions(
  territory: Territory,
  { worklist, deviceId }: RecordFilters,
  tenant?: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  if (!isPart(territory)) return territoryConditions(territory, tenant)
  if (isOpenWorklist(worklist))
    return [isOneOf('company_id', territory.companyIds), ofMachines(territory, openStates[worklist])]
  return deviceId === undefined ? territoryConditions(territory) : [readable(territory)]
}

/** Select the records that a territory may read: its own, and open repairs of its machines. */
export const readable = (territory: Territory): RawBuilder<boolean> =>
  isPart(territory)
    ? sql<boolean>`((${sql.join(territoryConditions(territory), sql` and `)}) or (${isOneOf('company_id', territory.companyIds)} and ${openNow(territory)}))`
    : sql<boolean>`${sql.join(territoryConditions(territory), sql` and `)}`

/**
 * Return the where clause of repair records, with unqualified column names; `tenant` replaces the condition that names
 * all tenants of a whole set.
 */
export function recordConditions(
  territory: Territory,
  filters: RecordFilters,
  before: Day,
  tenant?: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const conditions = ownerConditions(territory, filters, tenant)
  const { deviceId, type, deviceSerial, repairDateQuery, outcome, worklist, withVoided } = filters
  if (!withVoided) conditions.push(sql<boolean>`voided_at is null`)
  if (deviceId !== undefined) conditions.push(sql<boolean>`device_id = ${deviceId}`)
  if (type !== undefined) conditions.push(sql<boolean>`type = ${type}`)
  if (deviceSerial !== undefined && deviceSerial !== '')
    conditions.push(sql<boolean>`upper(device_serial) like upper(${containing(deviceSerial)})`)
  if (repairDateQuery)
    conditions.push(sql<boolean>`repair_date between ${repairDateQuery[0]}::date and ${repairDateQuery[1]}::date`)
  if (outcome !== undefined) conditions.push(sql<boolean>`outcome = ${outcome}`)
  if (worklist !== undefined) conditions.push(worklistCondition(territory, worklist, before))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
