import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { breathe } from '#server/giving-way.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { Day } from '#shared/dates.ts'
import type { FeedRequest, FeedResult } from '#shared/feed.ts'
import type { HashRules } from '#shared/transitions.ts'
import { decodeFeed } from './decode.ts'
import type { FeedCaller, FeedParts, FeedProgress } from './feed-call.ts'
import { stopIfCancelled } from './followed.ts'
import { type ParsedFeed, parseFeed } from './parse-feed.ts'
import { type AbsentPlan, planAbsent } from './plan-absent.ts'
import { type LinePlan, type PlanInput, type PlannedRow, planLines } from './plan-lines.ts'
import { newestDay, questionsOf } from './plausibility.ts'
import type { FeedShape, RawLine } from './raw-line.ts'
import { readCsv } from './read-csv.ts'
import { readCoverage, readDay, readElsewhere, readFleet, readHeard, type StoredCoverage } from './read-fleet.ts'
import { readJson, readRows } from './read-json.ts'
import { placeResolver } from './resolve-places.ts'
import { feedResult } from './result.ts'
import type { FeedSource } from './source.ts'

/** Everything that one run knows besides the database. */
export type Run = { parts: FeedParts; caller: FeedCaller; request: FeedRequest; now: Date; progress: FeedProgress; book: PlaceBook; rules: HashRules }
/** The feed and what it is compared with. */
export type ReadFeed = {
  feed: ParsedFeed
  input: PlanInput
  stored: ReadonlyMap<number, StoredCoverage>
  heard: ReadonlySet<number>
  /** The newest day that was known before. */
  newest: Day | null
}
export type PlannedFeed = { feed: ParsedFeed; result: FeedResult; lines: LinePlan; absent: AbsentPlan }

async function batchesOf(source: FeedSource, shape: FeedShape, caller: FeedCaller): Promise<AsyncIterable<RawLine[]>> {
  if ('rows' in source) return readRows(source.rows, shape)
  const text = await decodeFeed(source.bytes, caller.language)
  return /^\s*[[{]/.test(text) ? readJson(text, shape, caller.language) : readCsv(text, shape, caller.language)
}

/** Reads the lines of a source, and nothing of the database. @throws AppError as `parseFeed` does, FEED_UNREADABLE for a text that is no feed, CANCELLED */
export function parseSource(run: Run, source: FeedSource): Promise<ParsedFeed> {
  const { parts, caller, request, now, progress } = run
  const shape: FeedShape = { ignoredColumns: new Set(), givenColumns: new Set() }
  const onLines = (read: number) => {
    stopIfCancelled(progress)
    progress.report('reading', read, 0)
  }
  const options = { timeZone: parts.config.timeZone, now, businessDate: request.businessDate, language: caller.language, onLines }
  return batchesOf(source, shape, caller).then((batches) => parseFeed(batches, shape, options))
}

const noFleet: Awaited<ReturnType<typeof readFleet>> = new Map()

/** Waits for both, also when one fails: nothing may still use the transaction after its end. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/** Does a piece of work of our own while the database does its. */
export const meanwhile = <First, Second>(asked: Promise<First>, work: () => Second): Promise<[First, Second]> => both(asked, breathe().then(work))

/**
 * Reads feed and fleet, the one while the database does `first` and sends the other. A feed that was parsed before, and has no line to
 * compare, asks for no fleet.
 */
export async function readFeed(
  trx: Transaction<Database>,
  run: Run,
  source: FeedSource | ParsedFeed,
  first = async (): Promise<void> => undefined,
): Promise<ReadFeed> {
  const { parts, caller, book, rules, now, progress } = run
  const { territory } = caller
  const parsed = 'lines' in source ? source : null
  const [feed, fleet] = await both(
    'lines' in source ? Promise.resolve(source) : parseSource(run, source),
    first().then(() => (parsed?.lines.length === 0 ? noFleet : readFleet(trx, territory))),
  )
  progress.report('checking', 0, feed.read)
  const unknown = feed.lines.filter((line) => !fleet.has(line.key)).map((line) => line.serial)
  const elsewhere = await readElsewhere(trx, unknown)
  const day = feed.restated ? await readDay(trx, territory.companyIds, feed.businessDate) : null
  const stored = await readCoverage(trx, territory.companyIds, feed.businessDate)
  // A feed of the whole fleet, or the first one of a day, has nothing to ask of the feeds before it.
  const isLater = feed.lines.length - unknown.length < fleet.size && [...stored.values()].some(({ reported }) => reported > 0)
  const heard = isLater ? await readHeard(trx, territory.companyIds, feed.businessDate) : new Set<number>()
  const newest = await newestDay(trx, territory.companyIds, feed.businessDate, parts.config.timeZone, parts.config.databaseUrl === null)
  return { feed, heard, newest, input: { feed, fleet, elsewhere, day, places: placeResolver(book, territory), territory, rules, now: now.getTime() }, stored }
}

/** Decides everything and writes nothing; `onPlanned` is told of the rows as they come. */
export async function planFeed(
  run: Run,
  { feed, input, stored, heard, newest }: ReadFeed,
  onPlanned: (rows: readonly PlannedRow[]) => void,
): Promise<PlannedFeed> {
  const { caller, book, progress, request } = run
  const lines = await planLines(input, { stopIfCancelled: () => stopIfCancelled(progress), onPlanned })
  const siteName = (siteId: number) => book.companies.get(siteId)?.name ?? ''
  const absent = planAbsent({ ...input, absentOffline: request.absentOffline ?? false, stored, heard, siteName }, lines)
  onPlanned(absent.rows)
  progress.report('checking', feed.read, feed.read)
  const questions = questionsOf(input, lines, absent, newest, siteName, caller.language)
  return { feed, result: await feedResult(feed, lines, absent, questions, caller.language), lines, absent }
}
