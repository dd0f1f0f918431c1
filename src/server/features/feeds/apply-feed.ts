import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import { loadPlaceBook } from '#server/services/place-book.ts'
import { businessDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type FeedRequest, type FeedResult, withKeptErrors } from '#shared/feed.ts'
import type { HashRules } from '#shared/transitions.ts'
import { decodeFeed } from './decode.ts'
import { type FeedCaller, type FeedParts, type FeedProgress, silentProgress } from './feed-call.ts'
import { followed, statementsFor, stopIfCancelled } from './followed.ts'
import { keepBefore } from './keep-before.ts'
import { type ParsedFeed, parseFeed } from './parse-feed.ts'
import { type AbsentPlan, planAbsent } from './plan-absent.ts'
import { type LinePlan, planLines } from './plan-lines.ts'
import { breathe, type FeedShape, type RawLine } from './raw-line.ts'
import { readCsv } from './read-csv.ts'
import { readCoverage, readDay, readElsewhere, readFleet } from './read-fleet.ts'
import { readJson, readRows } from './read-json.ts'
import { placeResolver } from './resolve-places.ts'
import { feedResult } from './result.ts'
import { type FeedSource, openSource } from './source.ts'
import { restateDay, toldLists, writeCoverage, writeToday } from './write-day.ts'
import { measurementLists, writeConflicts, writeFeedStates, writeMeasurements, writeMoves, writeNewDevices } from './write-devices.ts'

export type ApplyOptions = {
  progress?: FeedProgress
  /** Runs last in the transaction of an applied feed, for instance to write the audit log. */
  onApplied?: (trx: Transaction<Database>, result: FeedResult & { batchId: number }) => Promise<void>
}

/** Everything that one run knows besides the database. */
type Run = { parts: FeedParts; caller: FeedCaller; request: FeedRequest; now: Date; progress: FeedProgress; book: PlaceBook; rules: HashRules }
type Planned = { feed: ParsedFeed; result: FeedResult; lines: LinePlan; absent: AbsentPlan }

async function batchesOf(source: FeedSource, shape: FeedShape, caller: FeedCaller): Promise<AsyncIterable<RawLine[]>> {
  if ('rows' in source) return readRows(source.rows, shape)
  const text = await decodeFeed(source.bytes, caller.language)
  return /^\s*[[{]/.test(text) ? readJson(text, shape, caller.language) : readCsv(text, shape, caller.language)
}

function parse(run: Run, source: FeedSource): Promise<ParsedFeed> {
  const { parts, caller, request, now, progress } = run
  const shape: FeedShape = { ignoredColumns: new Set(), givenColumns: new Set() }
  const onLines = (read: number) => {
    stopIfCancelled(progress)
    progress.report('reading', read, 0)
  }
  const options = { timeZone: parts.config.timeZone, now, businessDate: request.businessDate, language: caller.language, onLines }
  return batchesOf(source, shape, caller).then((batches) => parseFeed(batches, shape, options))
}

/** Waits for both, also when one fails: nothing may still use the transaction after its end. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/** Does a piece of work of our own while the database does its. */
const meanwhile = <First, Second>(asked: Promise<First>, work: () => Second): Promise<[First, Second]> => both(asked, breathe().then(work))

/** Reads feed and fleet, the one while the database sends the other, and decides everything; nothing is written. */
async function plan(trx: Transaction<Database>, run: Run, source: FeedSource): Promise<Planned> {
  const { caller, book, rules, now, progress, request } = run
  const { territory } = caller
  const [feed, fleet] = await both(parse(run, source), readFleet(trx, territory))
  progress.report('checking', 0, feed.read)
  const unknown = feed.lines.filter((line) => !fleet.has(line.key)).map((line) => line.serial)
  const elsewhere = await readElsewhere(trx, unknown)
  const day = feed.restated ? await readDay(trx, territory.companyIds, feed.businessDate) : null
  const stored = await readCoverage(trx, territory.companyIds, feed.businessDate)
  const input = { feed, fleet, elsewhere, day, places: placeResolver(book, territory), territory, rules, now: now.getTime() }
  const lines = await planLines(input, () => stopIfCancelled(progress))
  const siteName = (siteId: number) => book.companies.get(siteId)?.name ?? ''
  const absent = planAbsent({ ...input, absentOffline: request.absentOffline ?? false, stored, siteName }, lines)
  progress.report('checking', feed.read, feed.read)
  return { feed, result: feedResult(feed, lines, absent, caller.language), lines, absent }
}

/** The tenant that the batch belongs to; a feed over several belongs to headquarters. */
function batchCompany({ caller, book }: Run): number {
  const [only, another] = caller.territory.companyIds
  if (only !== undefined && another === undefined) return only
  const headquarters = [...book.companies.values()].find((company) => company.kind === 'headquarters')
  if (!headquarters) throw new AppError('NOT_FOUND')
  return headquarters.id
}

async function insertBatch(trx: Transaction<Database>, run: Run, source: FeedSource, { feed, result }: Planned): Promise<number> {
  const { read, created, updated, unchanged, conflict, refused, businessDate } = result
  const { id } = await trx
    .insertInto('import_batch')
    .values({
      company_id: batchCompany(run),
      company_ids: [...run.caller.territory.companyIds],
      site_ids: run.caller.territory.siteIds && [...run.caller.territory.siteIds],
      user_id: run.caller.userId,
      actor: run.caller.actor,
      source: source.kind,
      file_name: source.fileName,
      business_date: businessDate,
      restated: feed.restated,
      ...{ read, created, updated, unchanged, conflict, refused },
      result: JSON.stringify({ ...withKeptErrors(result), dryRun: false }),
      create_time: run.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function write(trx: Transaction<Database>, run: Run, source: FeedSource, planned: Planned): Promise<number> {
  const { parts, caller, now, rules, book } = run
  const { feed, lines, absent } = planned
  const { companyIds } = caller.territory
  const embedded = parts.config.databaseUrl === null
  const batchId = await insertBatch(trx, run, source, planned)
  const origin = { at: now, userId: caller.userId, batchId }
  const rows = [...lines.rows, ...absent.rows]
  const { timeZone } = parts.config
  const today = businessDay(now, timeZone)
  const keeping = { batchId, companyIds, day: feed.businessDate, today, restated: feed.restated, embedded }
  const [, measured] = await meanwhile(keepBefore(trx, rows, keeping), () => (feed.restated ? [] : measurementLists(rows, embedded)))
  await writeNewDevices(trx, lines.rows, origin)
  const day = { companyIds, day: feed.businessDate, today, timeZone, batchId, rules, embedded }
  if (!feed.restated) await writeMoves(trx, lines.rows, now)
  // Only now have new devices their ids.
  const told = rows.filter((row) => row.reported !== null || row.moved)
  const [, lists] = await meanwhile(writeMeasurements(trx, measured, now), () => toldLists(told, embedded))
  if (!feed.restated) await writeFeedStates(trx, rows, origin)
  await writeConflicts(trx, lines.conflicts, batchId, now)
  const moved = told.filter((row) => row.moved)
  await (feed.restated ? restateDay(trx, lists, day) : writeToday(trx, lists, moved, day))
  const tenantOf = (siteId: number) => book.companies.get(siteId)?.tenantId ?? 0
  await writeCoverage(
    trx,
    feed.businessDate,
    batchId,
    absent.coverage.map((site) => ({ ...site, companyId: tenantOf(site.siteId) })),
  )
  return batchId
}

/**
 * Reads a device feed and applies it, whole or not at all: every line ends as created, updated, unchanged, conflict or refused
 * with its reason. With `dryRun` it answers the same and writes nothing. Nothing is kept outside the one transaction, so that
 * whatever ends the process leaves the fleet as it was before.
 * @throws AppError FEED_EMPTY, FEED_UNREADABLE, FEED_NO_SOURCE, TOO_LARGE for what cannot be read; FEED_REFUSED (details.feed tells all)
 *   when `strict` and a line is refused; FEED_RUNNING; CANCELLED
 */
export async function applyFeed(parts: FeedParts, caller: FeedCaller, request: FeedRequest, options: ApplyOptions = {}): Promise<FeedResult> {
  const progress = options.progress ?? silentProgress
  const now = parts.clock()
  progress.report('reading', 0, 0)
  const source = await openSource(parts, caller, request)
  const run: Run = { parts, caller, request, now, progress, book: await loadPlaceBook(parts.db), rules: await readHashRules(parts.db) }
  if (request.dryRun) {
    const rehearsal = parts.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return rehearsal.execute(async (trx) => (await plan(trx, run, source)).result)
  }
  return parts.db.transaction().execute(async (trx) => {
    await lockForFeed(trx, caller.territory.companyIds)
    const planned = await plan(trx, run, source)
    if (request.strict && planned.result.refused > 0) {
      throw new AppError('FEED_REFUSED', { values: { count: planned.result.refused }, feed: planned.result })
    }
    const statements = statementsFor([...planned.lines.rows, ...planned.absent.rows], parts.config.databaseUrl === null)
    const batchId = await write(followed(trx, progress, statements), run, source, planned)
    const result = { ...planned.result, batchId, dryRun: false }
    stopIfCancelled(progress)
    await options.onApplied?.(trx, result)
    progress.report('applying', statements, statements)
    return result
  })
}
