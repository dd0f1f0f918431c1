import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { reviewFeed } from '#server/features/alerts/review-feed.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { sparingMemory } from '#server/heap.ts'
import { loadPlaceBook } from '#server/services/place-book.ts'
import { AppError } from '#shared/errors.ts'
import { type FeedRequest, type FeedResult, wouldChange } from '#shared/feed.ts'
import { isZip } from '#shared/tables/zip.ts'
import { type FeedCaller, type FeedParts, type FeedProgress, silentProgress } from './feed-call.ts'
import { followed, statementsFor } from './followed.ts'
import { dropFleet, type KeptFleet, linesOf } from './keep-fleet.ts'
import { forgetMeasurements } from './measured-row.ts'
import type { ParsedFeed } from './parse-feed.ts'
import { parseSource, planFeed, type Run, readFeed } from './plan-feed.ts'
import { refuseUnconfirmed } from './plausibility.ts'
import { type FeedSource, openSource } from './source.ts'
import { closeBatch, keepingOf, openBatch, writeFeed } from './write-feed.ts'
import { measuredWriter } from './write-measured.ts'

/** So many are held in hundreds of megabytes. */
const manyLines = 100_000

export type ApplyOptions = {
  progress?: FeedProgress | undefined
  /** What was fetched already; else what the request says is opened. */
  source?: FeedSource | undefined
  /** Runs last in the transaction of an applied feed, for instance to write the audit log. */
  onApplied?: (trx: Transaction<Database>, result: FeedResult & { batchId: number }) => Promise<void>
}

/** The run by the rules that its transaction sees: while another feed was waited for, machines may have come of a type that was new. */
const underRules = async (trx: Transaction<Database>, run: Run): Promise<Run> => ({
  ...run,
  rules: await readHashRules(trx),
})

/** Reads, decides and writes, the one beside the other as far as the feed allows: a strict one is decided whole before a row is written. */
async function apply(
  all: Transaction<Database>,
  begun: Run,
  source: FeedSource,
  toRead: FeedSource | ParsedFeed,
  onApplied: ApplyOptions['onApplied'],
): Promise<FeedResult> {
  const { caller, now, request } = begun
  await lockForFeed(all, caller.territory.companyIds)
  // Rows that a statement has changed are kept for its triggers: those of a piece fit into this, and are not written into files. Nobody else works meanwhile.
  if (begun.parts.config.databaseUrl === null) await sql`set local work_mem = '32MB'`.execute(all)
  const run = await underRules(all, begun)
  const { trx, tell, end } = followed(all, run.progress)
  const batchId = await openBatch(trx, run, source)
  const read = await readFeed(trx, run, toRead, batchId)
  const { restated } = read.feed
  if (restated && read.kept.length > 0) await dropFleet(trx, batchId)
  const fleet: KeptFleet = restated ? [] : read.kept
  const keeping = keepingOf(run, read, batchId)
  const measured = measuredWriter(trx, keeping, now, fleet)
  try {
    const planned = await planFeed(
      run,
      read,
      restated ? forgetMeasurements : request.strict ? () => undefined : measured.take,
    )
    if (request.strict && planned.result.refused > 0) {
      throw new AppError('FEED_REFUSED', { values: { count: planned.result.refused }, feed: planned.result })
    }
    refuseUnconfirmed(planned.result, request.confirm ?? [], caller.language)
    const rows = [...planned.lines.rows, ...planned.absent.rows]
    tell(statementsFor(rows, keeping.embedded))
    if (request.strict && !restated) measured.take(rows)
    if (wouldChange(planned.result)) await writeFeed(trx, run, keeping, planned, measured.done)
    else {
      await measured.done()
      await dropFleet(trx, batchId)
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
    // Nothing may still use the transaction after its end, not even what has failed.
    await measured.done().catch(() => undefined)
  }
}

/**
 * Reads a device feed and applies it, whole or not at all: every line ends as created, updated, unchanged, conflict or refused
 * with its reason. One whose lines are all refused is kept as a batch, which says so, and changes nothing. With `dryRun` it answers the same and
 * writes nothing. Nothing is kept outside the one transaction, so that whatever ends the process leaves the fleet as it was before.
 * @throws AppError FEED_EMPTY, FEED_UNREADABLE, FEED_NO_SOURCE, TOO_LARGE for what cannot be read; FEED_REFUSED (details.feed tells all)
 *   when `strict` and a line is refused; FEED_UNCONFIRMED (the same details) for what is unusual and not confirmed; FEED_RUNNING; CANCELLED
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
  // The embedded engine has one connection: others have it while the lines are read. Of a workbook nobody knows how many it has before.
  const isPacked = 'bytes' in source && isZip(source.bytes)
  const toRead = parts.config.databaseUrl === null || isPacked ? await parseSource(run, source) : source
  if (request.dryRun) {
    const rehearsal = parts.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const read = await rehearsal.execute(async (trx) => readFeed(trx, await underRules(trx, run), toRead, null))
    return (await planFeed(run, read, forgetMeasurements)).result
  }
  return parts.db.transaction().execute((trx) => apply(trx, run, source, toRead, options.onApplied))
}
