import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { reviewFeed } from '#server/features/alerts/review-feed.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { sparingMemory } from '#server/heap.ts'
import { loadPlaceBook } from '#server/services/places/place-book.ts'
import { AppError } from '#shared/errors.ts'
import { type FeedRequest, type FeedResult, wouldChange } from '#shared/feed.ts'
import { isZip } from '#shared/tables/zip.ts'
import { type FeedCaller, type FeedParts, type FeedProgress, silentProgress } from './feed-call.ts'
import { dropSnapshot, type FleetSnapshot, linesOf } from './fleet-snapshot.ts'
import { forgetMeasurements } from './measured-row.ts'
import { type FeedSource, openSource } from './open-source.ts'
import type { ParsedFeed } from './parse-feed.ts'
import { parseSource, planFeed, type Run, readFeed } from './plan-feed.ts'
import { refuseUnconfirmed } from './plausibility.ts'
import { statementsFor, trackStatements } from './tracked-transaction.ts'
import { closeBatch, keepingOf, openBatch, writeFeed } from './write-feed.ts'
import { measuredWriter } from './write-measured.ts'

/** From this many lines on, a feed needs hundreds of megabytes of memory. */
const manyLines = 100_000

export type ApplyOptions = {
  progress?: FeedProgress | undefined
  /** A source that is already fetched. Without it, the feed opens the source that the request names. */
  source?: FeedSource | undefined
  /** Runs last in the transaction of an applied feed, for instance to write the audit log. */
  onApplied?: (trx: Transaction<Database>, result: FeedResult & { batchId: number }) => Promise<void>
}

/**
 * Return the run with the rules that its transaction sees. While it waited for another feed's lock, machines of a new
 * type may have been added.
 */
const underRules = async (trx: Transaction<Database>, run: Run): Promise<Run> => ({
  ...run,
  rules: await readHashRules(trx),
})

/**
 * Read, plan and write a feed. These steps overlap as far as the feed allows; a strict feed is planned completely
 * before the first row is written.
 */
async function apply(
  all: Transaction<Database>,
  begun: Run,
  source: FeedSource,
  toRead: FeedSource | ParsedFeed,
  onApplied: ApplyOptions['onApplied'],
): Promise<FeedResult> {
  const { caller, now, request } = begun
  await lockForFeed(all, caller.territory.companyIds)
  // PostgreSQL keeps the changed rows of a statement for its triggers. At this size the rows of one piece stay in
  // memory instead of temporary files. The embedded engine runs no other query during a feed.
  if (begun.parts.config.databaseUrl === null) await sql`set local work_mem = '32MB'`.execute(all)
  const run = await underRules(all, begun)
  const { trx, expect, end } = trackStatements(all, run.progress)
  const batchId = await openBatch(trx, run, source)
  const read = await readFeed(trx, run, toRead, batchId)
  const { restated } = read.feed
  if (restated && read.kept.length > 0) await dropSnapshot(trx, batchId)
  const fleet: FleetSnapshot = restated ? [] : read.kept
  const keeping = keepingOf(run, read, batchId)
  const measured = measuredWriter(trx, keeping, now, fleet)
  try {
    const planned = await planFeed(
      run,
      read,
      restated ? forgetMeasurements : request.strict ? () => undefined : measured.take,
      restated ? undefined : measured.rowsATime,
    )
    if (request.strict && planned.result.refused > 0) {
      throw new AppError('FEED_REFUSED', { values: { count: planned.result.refused }, feed: planned.result })
    }
    refuseUnconfirmed(planned.result, request.confirm ?? [], caller.language)
    const rows = [...planned.lines.rows, ...planned.absent.rows]
    expect(statementsFor(rows, keeping.embedded))
    if (request.strict && !restated) measured.take(rows)
    if (wouldChange(planned.result)) await writeFeed(trx, run, keeping, planned, measured.done)
    else {
      await measured.done()
      await dropSnapshot(trx, batchId)
      await closeBatch(trx, batchId, planned)
    }
    const result = { ...planned.result, batchId, dryRun: false }
    await reviewFeed(trx, {
      batchId,
      companyIds: caller.territory.companyIds,
      now,
      timeZone: run.parts.config.timeZone,
      restated,
      result,
    })
    await onApplied?.(trx, result)
    end()
    return result
  } finally {
    // No statement may use the transaction after its end, not even a failed one.
    await measured.done().catch(() => undefined)
  }
}

/**
 * Read a device feed and apply it, completely or not at all. Every line ends as created, updated, unchanged, conflict
 * or refused, with its reason. A feed whose lines are all refused is stored as a batch with these refusals and changes
 * nothing. With `dryRun` the answer is the same and nothing is written. Everything is written in one transaction, so a
 * crash leaves the fleet as it was before.
 * @throws AppError FEED_EMPTY, FEED_UNREADABLE, FEED_NO_SOURCE, TOO_LARGE for an unreadable source; FEED_REFUSED
 * (`details.feed` has the whole result) when `strict` and a line is refused; FEED_UNCONFIRMED (same details) for an
 * unusual feed that is not confirmed; FEED_RUNNING; CANCELLED
 */
export async function applyFeed(
  parts: FeedParts,
  caller: FeedCaller,
  request: FeedRequest,
  options: ApplyOptions = {},
): Promise<FeedResult> {
  options.progress?.report('reading', 0, 0)
  const source = options.source ?? (await openSource(parts, caller, request))
  const work = () => applySource(parts, caller, request, options, source)
  return linesOf(source) < manyLines ? work() : sparingMemory(work)
}

async function applySource(
  parts: FeedParts,
  caller: FeedCaller,
  request: FeedRequest,
  options: ApplyOptions,
  source: FeedSource,
): Promise<FeedResult> {
  const progress = options.progress ?? silentProgress
  const now = parts.clock()
  const run: Run = {
    parts,
    caller,
    request,
    now,
    progress,
    book: await loadPlaceBook(parts.db),
    rules: await readHashRules(parts.db),
  }
  // The embedded engine has one connection, so the lines are parsed before the transaction to leave it to other
  // requests. A workbook is also parsed before, because its number of lines is unknown until then.
  const isPacked = 'bytes' in source && isZip(source.bytes)
  const toRead = parts.config.databaseUrl === null || isPacked ? await parseSource(run, source) : source
  if (request.dryRun) {
    const rehearsal = parts.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const read = await rehearsal.execute(async (trx) => readFeed(trx, await underRules(trx, run), toRead, null))
    return (await planFeed(run, read, forgetMeasurements)).result
  }
  return parts.db.transaction().execute((trx) => apply(trx, run, source, toRead, options.onApplied))
}
