import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { forgetBefore } from '#server/features/feeds/forget-before.ts'
import type { Day } from '#shared/dates.ts'
import { type FeedError, type FeedResult, maxKeptErrors } from '#shared/feed.ts'
import { hourOf } from './journal.ts'
import type { LiveSite } from './live-site.ts'

type LiveResult = Omit<FeedResult, 'batchId'>
/** The batch of a site and an hour. `stamp` = when it was created, the update time of every machine that it writes. */
export type LiveBatch = { id: number; stamp: Date; result: LiveResult }

const nothing = (businessDate: Day): LiveResult => ({
  ...{ read: 0, created: 0, updated: 0, unchanged: 0, conflict: 0, refused: 0 },
  businessDate,
  dryRun: false,
  transitions: [],
  coverage: [],
  ignoredColumns: [],
  telemetry: true,
  errors: [],
  errorCount: 0,
})

/**
 * Return the batch of the site and the hour of `now`, and create it if needed. All reports of the hour share one batch,
 * so that undo, conflicts and coverage work as for any batch. After an undo, the rest of the hour gets another batch.
 * Call this under the lock of the reports.
 */
export async function openLiveBatch(
  trx: Transaction<Database>,
  { siteId, tenantId }: LiveSite,
  now: Date,
  day: Day,
): Promise<LiveBatch> {
  const hour = new Date(hourOf(now.getTime()))
  const { rows } = await sql<{ id: number; create_time: Date; result: LiveResult }>`
    select id, create_time, result from import_batch where source = 'live' and undo_time is null and site_ids[1] = ${siteId} and report_hour = ${hour}::timestamptz
      and business_date = ${day}::date for update`.execute(trx)
  const [open] = rows
  if (open) return { id: open.id, stamp: open.create_time, result: open.result }
  const result = nothing(day)
  const made = await sql<{ id: number }>`
    insert into import_batch(company_id, company_ids, site_ids, user_id, actor, source, file_name, business_date, read, created, updated, unchanged, conflict, refused,
      result, create_time, report_hour)
    values (${tenantId}, ${[tenantId]}::int[], ${[siteId]}::int[], null, 'live', 'live', null, ${day}::date, 0, 0, 0, 0, 0, 0, ${JSON.stringify(result)}::jsonb,
      ${now}::timestamptz, ${hour}::timestamptz) returning id`.execute(trx)
  const id = made.rows[0]?.id ?? 0
  // The day is already open, and other sites report at the same time: an undo recounts the coverage.
  await sql`insert into import_before_day(batch_id, company_id, business_date, was_open, device_ids, coverage)
    values (${id}, ${tenantId}, ${day}::date, true, '{}', 'null')`.execute(trx)
  await forgetBefore(trx, id, [tenantId], now)
  return { id, stamp: now, result }
}

type LiveCounts = Pick<LiveResult, 'updated' | 'unchanged' | 'conflict'> & {
  machines: number
  transitions: LiveResult['transitions']
  coverage: LiveResult['coverage']
  errors: readonly FeedError[]
}

function merged(
  before: LiveResult,
  { updated, unchanged, conflict, transitions, coverage, errors }: LiveCounts,
): LiveResult {
  const sums = new Map(before.transitions.map((one) => [`${one.from}>${one.to}`, { ...one }]))
  for (const one of transitions) {
    const known = sums.get(`${one.from}>${one.to}`)
    if (known) known.count += one.count
    else sums.set(`${one.from}>${one.to}`, { ...one })
  }
  // A collector sends the same broken line every five minutes. List it once.
  const known = new Set(before.errors.map(({ serial, reason }) => `${serial} ${reason}`))
  const fresh: FeedError[] = []
  for (const error of errors) {
    const key = `${error.serial} ${error.reason}`
    if (known.has(key) || before.errors.length + fresh.length >= maxKeptErrors) continue
    known.add(key)
    fresh.push(error)
  }
  // Conflicts are listed with the errors but counted as conflicts.
  const refusedNow = fresh.filter(({ reason }) => reason !== 'custodyReports' && reason !== 'lostReports').length
  const sum = {
    updated: before.updated + updated,
    unchanged: before.unchanged + unchanged,
    conflict: before.conflict + conflict,
    refused: before.refused + refusedNow,
  }
  return {
    ...before,
    ...sum,
    read: before.created + sum.updated + sum.unchanged + sum.conflict + sum.refused,
    transitions: [...sums.values()].sort((left, right) => right.count - left.count),
    coverage: coverage.length > 0 ? coverage : before.coverage,
    errors: [...before.errors, ...fresh],
    errorCount: before.errorCount + fresh.length,
  }
}

/** Add the changes of a request to its batch. */
export async function addToBatch(
  trx: Transaction<Database>,
  batch: LiveBatch,
  { siteId, tenantId }: LiveSite,
  counts: LiveCounts,
): Promise<void> {
  const result = merged(batch.result, counts)
  const { read, updated, unchanged, conflict, refused } = result
  await sql`update import_batch set read = ${read}, updated = ${updated}, unchanged = ${unchanged}, conflict = ${conflict}, refused = ${refused},
    machines = coalesce(machines, 0) + ${counts.machines}::int, result = ${JSON.stringify(result)}::jsonb where id = ${batch.id}`.execute(
    trx,
  )
  await sql`
    insert into import_batch_site(batch_id, company_id, site_id, created, updated, unchanged, conflict, machines, transitions)
    values (${batch.id}, ${tenantId}, ${siteId}, 0, ${updated}, ${unchanged}, ${conflict}, ${counts.machines}, ${JSON.stringify(result.transitions)}::jsonb)
    on conflict (batch_id, company_id, site_id) do update set updated = excluded.updated, unchanged = excluded.unchanged, conflict = excluded.conflict,
      machines = import_batch_site.machines + excluded.machines, transitions = excluded.transitions`.execute(trx)
}
