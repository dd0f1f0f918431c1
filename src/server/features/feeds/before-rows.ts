import { type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * The kept columns of a device and the list that stores each, then the columns of its daily row. `had_day` false =
 * there was no daily row.
 */
const kept = {
  device_id: 'device_ids',
  written: 'written',
  bumps: 'bumps',
  client_id: 'client_ids',
  account_id: 'account_ids',
  site_id: 'site_ids',
  type: 'types',
  state: 'states',
  active_worker: 'active_workers',
  active_worker_state: 'active_worker_states',
  hash_rate: 'hash_rates',
  last_report_at: 'last_report_ats',
  state_since: 'state_sinces',
  row_version: 'row_versions',
  update_time: 'update_times',
  had_day: 'had_day',
  day_client_id: 'day_client_ids',
  day_account_id: 'day_account_ids',
  day_site_id: 'day_site_ids',
  day_type: 'day_types',
  day_state: 'day_states',
  day_reported: 'day_reported',
  day_ever_reported: 'day_ever_reported',
  day_hash_avg: 'day_hash_avgs',
  day_hash_target: 'day_hash_targets',
  day_compliant: 'day_compliant',
  day_batch_id: 'day_batch_ids',
} as const
export type BeforeColumn = keyof typeof kept

const measuredOfDay = ['state', 'reported', 'ever_reported', 'hash_avg', 'compliant', 'batch_id'] as const
const placedOfDay = ['client_id', 'account_id', 'site_id', 'type', 'hash_target'] as const
/** The columns of a daily row that a part keeps. A `whole` part also keeps the owner, site and type. */
export const dayColumns = (whole: boolean) => [...measuredOfDay, ...(whole ? placedOfDay : [])]
/** Return the condition that a daily row `r` differs from the kept values in a row `b` of `beforeRows`. */
export function dayDiffers(whole: boolean): RawBuilder<boolean> {
  const list = (prefix: string) => sql.join(dayColumns(whole).map((column) => sql.ref(`${prefix}${column}`)))
  return sql`(${list('r.')}) is distinct from (${list('b.day_')})`
}

/**
 * Select the state before a batch, one row per device. Devices that the feed did not name are left out. The devices of
 * a part were either only measured, and then only the columns that a measurement changes are kept, or they are kept
 * whole (`beforeParts`).
 * @param columns the columns to read: each is a list that has to be unnested
 * @param only the devices to read; null = all
 */
export const beforeRows = (
  batchId: number,
  part: number,
  columns: readonly BeforeColumn[],
  only: readonly number[] | null = null,
) => sql`
  (select b.* from import_before p
    cross join lateral unnest(${sql.join(columns.map((column) => sql.ref(`p.${kept[column]}`)))}, p.told) as b(${sql.join(columns.map((column) => sql.ref(column)))}, told)
    where b.told is not false and p.batch_id = ${batchId}::int and p.part = ${part}::int
      ${only === null ? sql`` : sql`and b.device_id in (select unnest(${integers(only)}::int[]))`}) b`

/** Select the devices that any of the batches named and whose values have not been restored since. */
export const namedDevices = (batchIds: readonly number[]) => sql`
  (select t.device_id, max(p.batch_id) as batch_id from import_before p cross join lateral unnest(p.device_ids, p.told) as t(device_id, told)
    where t.told is not false and p.batch_id = any(${[...batchIds]}::int[]) group by t.device_id)`

/** `whole`: all columns of the devices were kept, not only those that a measurement changes. */
export type BeforePart = { part: number; whole: boolean }

/** Return the kept parts of a batch, in the order in which they were written. */
export async function beforeParts(db: Db, batchId: number): Promise<BeforePart[]> {
  const { rows } =
    await sql<BeforePart>`select part, cardinality(states) > 0 as whole from import_before where batch_id = ${batchId} order by part`.execute(
      db,
    )
  return rows
}

/** Select the devices that the batch registered. */
export const createdIds = (batchId: number, tenant: number | null) =>
  sql`(select device_id from device_event where batch_id = ${batchId}::int and cause = 'registered'${tenant === null ? sql`` : sql` and company_id = ${tenant}`})`
