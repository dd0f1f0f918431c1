import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import type { Database } from '#server/db/tables.ts'

/** The columns of what a batch found of a device, and in which list each is kept; then those of its row of the day (`had_day` false = there was none). */
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
/** The columns of a row of the day that a part keeps: where it is `whole`, where the machine stood and what it was, too. */
export const dayColumns = (whole: boolean) => [...measuredOfDay, ...(whole ? placedOfDay : [])]
/** Whether a daily row `r` says anything else than what was kept of it in a row `b` of `beforeRows`. */
export function dayDiffers(whole: boolean): RawBuilder<boolean> {
  const list = (prefix: string) => sql.join(dayColumns(whole).map((column) => sql.ref(`${prefix}${column}`)))
  return sql`(${list('r.')}) is distinct from (${list('b.day_')})`
}

/**
 * What a batch found, one row a device. What was kept of devices that the feed did not tell of is left out.
 * A part holds devices that were only measured, with nothing of what a measurement leaves alone, or whole ones (`beforeParts`).
 * @param columns those that are read: each is a list to be taken apart
 * @param only of these devices alone; null = of all
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

/** The devices of which any of the batches has told, and that have not gone back since. */
export const toldDevices = (batchIds: readonly number[]) => sql`
  (select t.device_id, max(p.batch_id) as batch_id from import_before p cross join lateral unnest(p.device_ids, p.told) as t(device_id, told)
    where t.told is not false and p.batch_id = any(${[...batchIds]}::int[]) group by t.device_id)`

/** `whole`: of its devices everything was kept, not only what a measurement changes. */
export type BeforePart = { part: number; whole: boolean }

/** The parts of what a batch found, in the order in which they were kept. */
export async function beforeParts(db: Kysely<Database>, batchId: number): Promise<BeforePart[]> {
  const { rows } =
    await sql<BeforePart>`select part, cardinality(states) > 0 as whole from import_before where batch_id = ${batchId} order by part`.execute(
      db,
    )
  return rows
}

/** Devices that the batch had registered. */
export const createdIds = (batchId: number, tenant: number | null) =>
  sql`(select device_id from device_event where batch_id = ${batchId}::int and cause = 'registered'${tenant === null ? sql`` : sql` and company_id = ${tenant}`})`
