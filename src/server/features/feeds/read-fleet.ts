import { type RawBuilder, sql, type Transaction } from 'kysely'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import type { DeviceState, DeviceType } from '#shared/devices.ts'

/** A device as the feed finds it. Instants in ms since 1970, hashRate in TH/s rounded to a 4-byte real. */
export type FleetDevice = {
  /** 0 = new, not written yet. */
  id: number
  serial: string
  companyId: number
  clientId: number | null
  accountId: number | null
  siteId: number | null
  type: DeviceType
  state: DeviceState
  activeWorker: string | null
  activeWorkerState: boolean
  hashRate: number | null
  lastReportAt: number | null
  stateSince: number
}
export type Fleet = Map<string, FleetDevice>

type Row = [
  number,
  string,
  number,
  number | null,
  number | null,
  number | null,
  DeviceType,
  DeviceState,
  string | null,
  boolean,
  number | null,
  number | null,
  number,
]

const chunkRows = 5_000
const milliseconds = (column: string): RawBuilder<number> => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Reads all devices that the caller may write, in pieces. Values come as JSON arrays, which cost half as much as columns. */
export async function readFleet(trx: Transaction<Database>, territory: Territory): Promise<Fleet> {
  const fleet: Fleet = new Map()
  if (territory.companyIds.length === 0 || territory.siteIds?.length === 0) return fleet
  const siteIds = territory.siteIds
  for (const companyId of territory.companyIds) {
    let after = 0
    for (;;) {
      const { rows } = await sql<{ row: Row }>`
        select json_build_array(id, serial, company_id, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate,
          ${milliseconds('last_report_at')}, ${milliseconds('state_since')}) as row
        from device where company_id = ${companyId} and id > ${after} ${siteIds === null ? sql`` : sql`and ${isOneOf('site_id', siteIds)}`}
        order by id limit ${chunkRows}`.execute(trx)
      for (const { row } of rows) {
        const [id, serial, company, clientId, accountId, siteId, type, state, activeWorker, activeWorkerState, hashRate, lastReportAt, stateSince] = row
        const rounded = hashRate === null ? null : Math.fround(hashRate)
        const reportedAt = lastReportAt === null ? null : Math.round(lastReportAt)
        const device = { id, serial, companyId: company, clientId, accountId, siteId, type, state, activeWorker, activeWorkerState, hashRate: rounded }
        fleet.set(serial, { ...device, lastReportAt: reportedAt, stateSince })
        after = id
      }
      if (rows.length < chunkRows) break
    }
  }
  return fleet
}

/** Which of these serials belong to devices that the caller may not write. */
export async function readElsewhere(trx: Transaction<Database>, serials: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let from = 0; from < serials.length; from += chunkRows) {
    const { rows } = await sql<{ serial: string }>`select serial from device where serial = any(${serials.slice(from, from + chunkRows)}::text[])`.execute(trx)
    for (const { serial } of rows) found.add(serial)
  }
  return found
}

/** What an earlier day says of a device, with the site of that day (0 = none). */
export type DayRow = { state: DeviceState; siteId: number; reported: boolean | null; hashRate: number | null }

/** The rows of an earlier day by device: what a late feed restates. */
export async function readDay(trx: Transaction<Database>, companyIds: readonly number[], day: Day): Promise<Map<number, DayRow>> {
  const found = new Map<number, DayRow>()
  let after = 0
  for (;;) {
    const { rows } = await sql<{ row: [number, DeviceState, number, boolean | null, number | null] }>`
      select json_build_array(device_id, state, site_id, reported, hash_avg) as row from device_daily
      where business_date = ${day}::date and device_id > ${after} and company_id = any(${[...companyIds]}::int[])
      order by device_id limit ${chunkRows}`.execute(trx)
    for (const { row } of rows) {
      const [id, state, siteId, reported, hashRate] = row
      found.set(id, { state, siteId, reported, hashRate: hashRate === null ? null : Math.fround(hashRate) })
      after = id
    }
    if (rows.length < chunkRows) break
  }
  return found
}

export type StoredCoverage = { expected: number; reported: number; status: 'complete' | 'partial' | 'missing' }

/** What is known of the coverage of a day already, by site. */
export async function readCoverage(trx: Transaction<Database>, companyIds: readonly number[], day: Day): Promise<Map<number, StoredCoverage>> {
  const rows = await trx
    .selectFrom('import_coverage')
    .select(['site_id', 'expected', 'reported', 'status'])
    .where('company_id', 'in', [...companyIds])
    .where('business_date', '=', day)
    .execute()
  return new Map(rows.map(({ site_id, ...coverage }) => [site_id, coverage]))
}
