import { sql, type Transaction } from 'kysely'
import { booleans, integers } from '#server/db/binary-array.ts'
import { isOneOf } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { isOpen } from '#server/features/dailies/open-day.ts'
import type { Day } from '#shared/dates.ts'
import type { PlannedRow } from './plan-line.ts'
import { byHash } from './planner-settings.ts'
import { idRange, isSparse, piecesOf } from './statement-pieces.ts'
import { isStateChanged } from './write-devices.ts'

/** Return whether the feed changes or measures a machine. An undo restores it then. */
export const isAffected = ({ reported, moved, facts }: PlannedRow): boolean =>
  reported !== null || moved || facts !== null

export type BeforeKeeping = {
  batchId: number
  companyIds: readonly number[]
  day: Day
  today: Day
  restated: boolean
  embedded: boolean
  /** The tenants are on several database nodes. */
  spread: boolean
}

/** Columns that are kept only for a device that is moved or changes its state. */
const wholeColumns = {
  bumps: 't.bumps::smallint',
  client_ids: 'd.client_id',
  account_ids: 'd.account_id',
  site_ids: 'd.site_id',
  types: 'd.type',
  states: 'd.state',
  active_workers: 'd.active_worker',
  state_sinces: 'd.state_since',
  day_client_ids: 'r.client_id',
  day_account_ids: 'r.account_id',
  day_site_ids: 'r.site_id',
  day_types: 'r.type',
  day_hash_targets: 'r.hash_target',
}
/** Columns that are kept for every device. */
const commonColumns = {
  device_ids: 'd.id',
  written: 't.written',
  active_worker_states: 'd.active_worker_state',
  hash_rates: 'd.hash_rate',
  last_report_ats: 'd.last_report_at',
  row_versions: 'd.row_version',
  update_times: 'd.update_time',
  had_day: 'r.device_id is not null',
  day_states: 'r.state',
  day_reported: 'r.reported',
  day_ever_reported: 'r.ever_reported',
  day_hash_avgs: 'r.hash_avg',
  day_compliant: 'r.compliant',
  day_batch_ids: 'r.batch_id',
}
export const lists = Object.keys({ ...commonColumns, ...wholeColumns }).join(', ')
const aggregated = (columns: Record<string, string>) => Object.values(columns).map((column) => `array_agg(${column})`)
const whole = sql.raw([...aggregated(commonColumns), ...aggregated(wholeColumns)].join(', '))
/** `unnest` fills lists that are shorter than others with nulls. */
const measuredLists = (columns: Record<string, string>) =>
  sql.raw([...aggregated(columns), ...Object.keys(wholeColumns).map(() => `'{}'`)].join(', '))
const measurements = measuredLists(commonColumns)
/**
 * The same columns for devices of which it is not yet known whether the feed writes them. Until that is known, `written`
 * tells whether the daily row has another owner than the device.
 */
export const unwritten = measuredLists({
  ...commonColumns,
  written: 'coalesce(r.client_id <> coalesce(d.client_id, 0), false)',
})

/**
 * Keep the present values of the devices and their daily rows, in statements of as many rows as one statement may take.
 * Most devices are only measured: for these, only the columns that a measurement changes are kept, which halves the
 * work.
 * @param parts number of parts that the batch already has
 * @returns number of parts afterwards
 */
export async function keepDevices(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  keeping: BeforeKeeping,
  parts: number,
): Promise<number> {
  const { batchId, companyIds, day, restated, embedded } = keeping
  const touched = rows.filter((row) => row.before.id !== 0 && isAffected(row))
  const isWhole = (row: PlannedRow) => !restated && (row.moved || isStateChanged(row))
  const kept = [
    ...piecesOf(
      touched.filter((row) => !isWhole(row)),
      embedded,
    ).map((piece) => ({ piece, columns: measurements, isFew: false })),
    ...piecesOf(touched.filter(isWhole), embedded).map((piece) => ({ piece, columns: whole, isFew: true })),
  ]
  for (const [index, { piece, columns, isFew }] of kept.entries()) {
    const ids = piece.map((row) => row.before.id)
    // `offset 0` makes the planner look up few devices one by one. It has no statistics of a day that was opened just
    // now and would read all of it.
    const barrier = isFew || isSparse(ids) ? sql`offset 0` : sql``
    const isWritten = piece.map((row) => !restated && (row.moved || row.measured || isStateChanged(row)))
    const bumps = piece.map((row) => (restated ? 0 : Number(row.moved) + Number(isStateChanged(row))))
    const range = idRange(ids)
    // Rows are not looked up one by one between nodes: each node joins its own rows of both tables.
    const found = keeping.spread
      ? sql`join device d on d.id = t.id and ${isOneOf('d.company_id', companyIds)}
      left join device_daily r on r.company_id = d.company_id and r.business_date = ${day}::date and r.device_id = d.id and ${isOneOf('r.company_id', companyIds)}`
      : sql`cross join lateral (select * from device where id = t.id and ${range('id')} ${barrier}) d
      left join lateral (select * from device_daily where company_id = d.company_id and business_date = ${day}::date and device_id = t.id
        and ${isOneOf('company_id', companyIds)} and ${range('device_id')} ${barrier}) r on true`
    await sql`${sql.raw(unnamedMark)}
      insert into import_before(batch_id, part, ${sql.raw(lists)})
      select ${batchId}::int, ${parts + index}::int, ${columns}
      from unnest(${integers(ids)}::int[], ${booleans(isWritten)}::boolean[], ${integers(bumps)}::int[])
        as t(id, written, bumps)
      ${found}`.execute(trx)
  }
  return parts + kept.length
}

/** Below this number, machines are looked up one by one. */
const leastJoined = 2_000

/**
 * Keep all columns as one part, for the live interface: a machine that is only measured now may change its state later
 * in the batch. `written` and `bumps` have one value per row.
 */
export async function keepWhole(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  { batchId, companyIds, day, spread }: Pick<BeforeKeeping, 'batchId' | 'companyIds' | 'day' | 'spread'>,
  { part, written, bumps }: { part: number; written: readonly boolean[]; bumps: readonly number[] },
): Promise<void> {
  if (rows.length === 0) return
  const isJoined = spread || rows.length >= leastJoined
  const found = isJoined
    ? sql`join device d on d.id = t.id and ${isOneOf('d.company_id', companyIds)}
      left join device_daily r on r.company_id = d.company_id and r.business_date = ${day}::date and r.device_id = d.id and ${isOneOf('r.company_id', companyIds)}`
    : sql`cross join lateral (select * from device where id = t.id offset 0) d
      left join lateral (select * from device_daily where company_id = d.company_id and business_date = ${day}::date and device_id = t.id
        and ${isOneOf('company_id', companyIds)} offset 0) r on true`
  const keep = sql`
      insert into import_before(batch_id, part, ${sql.raw(lists)})
      select ${batchId}::int, ${part}::int, ${whole}
      from unnest(${integers(rows.map(({ before }) => before.id))}::int[], ${booleans(written)}::boolean[], ${integers(bumps)}::int[]) as t(id, written, bumps)
      ${found}`
  await (isJoined ? byHash(trx, () => keep.execute(trx)) : keep.execute(trx))
}

/**
 * Keep which daily rows exist, and the coverage of the sites. Once today is open, only new devices add rows to it, so
 * its rows are not kept.
 */
async function keepDay(
  trx: Transaction<Database>,
  { batchId, today }: BeforeKeeping,
  companyId: number,
  day: Day,
): Promise<void> {
  // A past day does not have the rows of the present devices: even an equal number of rows would be a coincidence.
  const open = day === today && (await isOpen(trx, companyId, day))
  await sql`
    insert into import_before_day(batch_id, company_id, business_date, was_open, device_ids, coverage)
    select ${batchId}::int, ${companyId}::int, ${day}::date, ${open},
      coalesce((select array_agg(device_id) from device_daily where not ${open} and business_date = ${day}::date and company_id = ${companyId}), '{}'),
      coalesce((select jsonb_agg(to_jsonb(c)) from import_coverage c where business_date = ${day}::date and company_id = ${companyId}), '[]')`.execute(
    trx,
  )
}

/**
 * Keep the data that an undo restores, before the feed writes: the devices of the rows and their daily rows, in
 * addition to the `parts` already kept; which daily rows exist; the coverage; and the repairs that the feed is about to
 * complete.
 */
export async function keepBefore(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  keeping: BeforeKeeping,
  parts: number,
): Promise<void> {
  const { companyIds, day, today, restated } = keeping
  const keepRows = () => keepDevices(trx, rows, keeping, parts)
  await (restated ? byHash(trx, keepRows) : keepRows())
  for (const companyId of companyIds)
    for (const written of new Set([day, today])) await keepDay(trx, keeping, companyId, written)
  if (!restated) await keepReturns(trx, rows, keeping)
}

/** Keep the repairs that the feed is about to complete. */
export async function keepReturns(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  { batchId, companyIds }: Pick<BeforeKeeping, 'batchId' | 'companyIds'>,
): Promise<void> {
  const back = rows
    .filter((row) => row.before.state === 'repaired' && isStateChanged(row))
    .map(({ before }) => before.id)
  if (back.length > 0) {
    await sql`
      insert into import_before_return(batch_id, repair_id, update_time)
      select ${batchId}::int, id, update_time from repair_daily
      where ${isOneOf('company_id', companyIds)} and device_id = any(${integers(back)}::int[]) and type = '送回' and back_online_at is null and voided_at is null`.execute(
      trx,
    )
  }
}
