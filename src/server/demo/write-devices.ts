import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { DemoDevice } from './fleet.ts'
import { demoSites } from './places-data.ts'
import { at, type PlaceIds } from './write-places.ts'

/** Return one array a column, for `unnest`: a statement of 2,000 rows has a dozen parameters, not 24,000. */
export const column = <Row, Value>(rows: readonly Row[], value: (row: Row) => Value): Value[] => rows.map(value)

/** Insert the machines in their current state. @returns their ids by index */
export async function writeDevices(
  trx: Transaction<Database>,
  devices: readonly DemoDevice[],
  places: PlaceIds,
  instantOfDay: (day: number) => Date,
): Promise<number[]> {
  const base = (device: DemoDevice) => at(places.bases, demoSites[device.site]?.base ?? 0)
  const written = await sql<{ id: number; serial: string; company_id: number }>`
    insert into device (serial, company_id, client_id, account_id, site_id, type, state, repair_times, active_worker, active_worker_state,
      hash_rate, last_report_at, state_since, create_time, update_time)
    select serial, company_id, client_id, account_id, site_id, type::device_type, state::device_state, repair_times, active_worker, active_worker_state,
      hash_rate, last_report_at, state_since, create_time, greatest(create_time, state_since, last_report_at)
    from unnest(
      ${column(devices, (device) => device.serial)}::text[],
      ${column(devices, base)}::int[],
      ${column(devices, (device) => at(places.clients, device.client))}::int[],
      ${column(devices, (device) => at(places.accounts, device.account))}::int[],
      ${column(devices, (device) => at(places.sites, device.site))}::int[],
      ${column(devices, (device) => device.type)}::text[],
      ${column(devices, (device) => device.state)}::text[],
      ${column(devices, (device) => device.repairTimes)}::smallint[],
      ${column(devices, (device) => device.worker)}::text[],
      ${column(devices, (device) => device.workerActive)}::boolean[],
      ${column(devices, (device) => device.hashRate)}::real[],
      ${column(devices, (device) => device.lastReportAt?.toISOString() ?? null)}::timestamptz[],
      ${column(devices, (device) => device.stateSince.toISOString())}::timestamptz[],
      ${column(devices, (device) => instantOfDay(device.since).toISOString())}::timestamptz[]
    ) as row(serial, company_id, client_id, account_id, site_id, type, state, repair_times, active_worker, active_worker_state,
      hash_rate, last_report_at, state_since, create_time)
    returning id, serial, company_id`.execute(trx)
  await sql`select claim_serials(${column(written.rows, ({ serial }) => serial)}::text[], ${column(written.rows, (row) => row.company_id)}::int[],
    ${column(written.rows, ({ id }) => id)}::int[])`.execute(trx)
  const ids = new Map(written.rows.map((row) => [row.serial, row.id]))
  return devices.map((device) => {
    const id = ids.get(device.serial)
    if (id === undefined) throw new Error(`${device.serial} was not written`)
    return id
  })
}
