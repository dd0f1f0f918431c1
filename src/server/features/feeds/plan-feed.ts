import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readPatterns } from '#server/features/devices/serial-patterns.ts'
import { refuseArchived } from '#server/features/history/archived-months.ts'
import { breathe } from '#server/giving-way.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import { addDays, businessDay, type Day } from '#shared/dates.ts'
import type { FeedRequest, FeedResult } from '#shared/feed.ts'
import type { HashRules } from '#shared/machine-types.ts'
import type { SerialPattern } from '#shared/serial-pattern.ts'
import { transferDays } from '#shared/transfers.ts'
import { compareNamed, compareWhole } from './compared.ts'
import type { FeedCaller, FeedParts, FeedProgress } from './feed-call.ts'
import { stopIfCancelled } from './followed.ts'
import { countGivenBack } from './given-back.ts'
import { type IssuedMonth, issuedOf, readIssued } from './issued-days.ts'
import { countDevices, coverageOf, type KeptFleet, keepFleet } from './keep-fleet.ts'
import { type LateOwner, readLateOwners } from './late-owners.ts'
import { lateTransfers, takenOwners } from './late-transfers.ts'
import { transfersOf } from './moved-rows.ts'
import { oddSerials } from './odd-serials.ts'
import { type ParsedFeed, parseFeed } from './parse-feed.ts'
import { type AbsentPlan, planAbsent } from './plan-absent.ts'
import type { PlanInput, PlannedRow } from './plan-line.ts'
import { type LinePlan, type OnPlanned, planLines } from './plan-lines.ts'
import { newestDay, questionsOf } from './plausibility.ts'
import { newShape } from './raw-line.ts'
import { readAnywhere } from './read-anywhere.ts'
import { type Fleet, readCoverage, readFleet, type StoredCoverage } from './read-fleet.ts'
import { placeResolver } from './resolve-places.ts'
import { feedResult } from './result.ts'
import type { FeedSource } from './source.ts'
import { knownFacts } from './told-facts.ts'

/** Everything that one run knows besides the database. */
export type Run = {
  parts: FeedParts
  caller: FeedCaller
  request: FeedRequest
  now: Date
  progress: FeedProgress
  book: PlaceBook
  rules: HashRules
}
/** The feed and what it is compared with. */
export type ReadFeed = {
  feed: ParsedFeed
  input: PlanInput
  stored: ReadonlyMap<number, StoredCoverage>
  heard: ReadonlySet<number>
  /** What is kept for an undo already. */
  kept: KeptFleet
  /** How many the tenants have. */
  devices: number
  /** Statements of the month that were handed out. */
  issued: readonly IssuedMonth[]
  /** The newest day that was known before. */
  newest: Day | null
  /** Tells what the serials of tenants look like. */
  patterns: (companyIds: readonly number[]) => Promise<ReadonlyMap<number, readonly SerialPattern[]>>
  /** Machines of some rows that go back to whom a transfer took them from. */
  givenBack: (rows: readonly PlannedRow[]) => Promise<number>
}
export type PlannedFeed = {
  feed: ParsedFeed
  result: FeedResult
  lines: LinePlan
  absent: AbsentPlan
  /** Whom a feed of an earlier day gives machines to, by device. */
  owners: ReadonlyMap<number, LateOwner>
}

/** Reads the lines of a source, and nothing of the database. @throws AppError as `parseFeed` does, FEED_UNREADABLE for a text that is no feed, CANCELLED */
export async function parseSource(run: Run, source: FeedSource): Promise<ParsedFeed> {
  const { parts, request, now, progress, book } = run
  const shape = newShape()
  const onLines = (read: number) => {
    stopIfCancelled(progress)
    progress.report('reading', read, 0)
  }
  const { timeZone } = parts.config
  const batches = readAnywhere(
    source,
    shape,
    { timeZone, now: now.getTime(), types: book.types, sheet: request.sheet },
    parts.services?.feedThread,
  )
  return parseFeed(batches, shape, { timeZone, now, businessDate: request.businessDate, onLines })
}

const noFleet: Fleet = new Map()

/** Waits for both, also when one fails: nothing may still use the transaction after its end. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/** Does a piece of work of our own while the database does its. */
export const meanwhile = <First, Second>(asked: Promise<First>, work: () => Second): Promise<[First, Second]> =>
  both(asked, breathe().then(work))

/**
 * Reads the feed and what it is compared with: a feed of most machines and all of the fleet, the one while the database sends the other;
 * a small one first, and then what it names. @param batchId to which batch what it finds of the machines is kept; null = to none
 */
export async function readFeed(
  trx: Transaction<Database>,
  run: Run,
  source: FeedSource | ParsedFeed,
  batchId: number | null,
): Promise<ReadFeed> {
  const { parts, caller, book, rules, now, progress, request } = run
  const { territory } = caller
  const embedded = parts.config.databaseUrl === null
  const today = businessDay(now, parts.config.timeZone)
  const devices = await countDevices(trx, territory)
  const { most, many } = coverageOf(source, devices)
  let kept: KeptFleet = []
  const whole = async () => {
    // The embedded engine does its work on our own time.
    if (batchId !== null && most && !embedded) kept = await keepFleet(trx, territory, batchId, today)
    return 'lines' in source && source.lines.length === 0 ? noFleet : readFleet(trx, territory)
  }
  const [feed, all] = await both(
    'lines' in source ? Promise.resolve(source) : parseSource(run, source),
    many ? whole() : Promise.resolve(null),
  )
  progress.report('checking', 0, feed.read)
  if (feed.restated) await refuseArchived(trx, feed.businessDate, { rehearsal: batchId === null })
  const stored = await readCoverage(trx, territory.companyIds, feed.businessDate)
  const reading = { territory, day: today, devices, embedded, batchId }
  const named = all === null ? await compareNamed(trx, feed, stored, request.absentOffline ?? false, reading) : null
  const compared = named ?? {
    ...(await compareWhole(trx, feed, territory, all ?? (await readFleet(trx, territory)), stored)),
    kept,
  }
  const newest = await newestDay(trx, territory, feed.businessDate, { timeZone: parts.config.timeZone, embedded })
  const asked = {
    territory,
    book,
    date: feed.businessDate,
    today,
    earliest: addDays(today, -transferDays),
    rehearsal: batchId === null,
  }
  const late = await readLateOwners(trx, { feed, fleet: compared.fleet, day: compared.day }, asked)
  const issued = await readIssued(trx, feed)
  const facts = await knownFacts(trx, feed, compared.fleet, territory.companyIds)
  const { heard, kept: found, ...input } = compared
  return {
    feed,
    heard,
    kept: found,
    devices,
    newest,
    issued,
    // A rehearsal asks when its transaction is over.
    patterns: (companyIds) => readPatterns(batchId === null ? parts.db : trx, companyIds, now, batchId !== null),
    givenBack: (rows) => countGivenBack(batchId === null ? parts.db : trx, rows, territory, feed.businessDate),
    stored,
    input: {
      ...input,
      feed,
      facts,
      late,
      places: placeResolver(book, territory),
      territory,
      rules,
      types: book.types,
      now: now.getTime(),
    },
  }
}

/** Decides everything and writes nothing; `onPlanned` is told of the rows as they come. The machines and lines that were read are gone afterwards. */
export async function planFeed(
  run: Run,
  { feed, input, stored, heard, newest, issued, patterns, givenBack }: ReadFeed,
  onPlanned: OnPlanned,
): Promise<PlannedFeed> {
  const { caller, book, progress, request } = run
  const lines = await planLines(input, { stopIfCancelled: () => stopIfCancelled(progress), onPlanned })
  const siteName = (siteId: number) => book.companies.get(siteId)?.name ?? ''
  const absent = planAbsent({ ...input, absentOffline: request.absentOffline ?? false, stored, heard, siteName }, lines)
  onPlanned(absent.rows)
  progress.report('checking', feed.read, feed.read)
  const owners = takenOwners(lines.rows, input.late ?? null)
  const back = await givenBack(lines.rows)
  const found = { newest, late: owners.size, back, isDated: request.businessDate !== undefined }
  const questions = questionsOf(input, lines, absent, found, siteName, caller.language)
  const result = await feedResult(feed, lines, absent, questions, {
    language: caller.language,
    timeZone: run.parts.config.timeZone,
  })
  const odd = await oddSerials(lines.rows, patterns)
  // Whom the feed tells of stands in the plan, and nobody looks up the others any more.
  input.fleet.clear()
  const reader = { book, set: caller.territory, language: caller.language }
  const transfers = feed.restated ? lateTransfers(owners, feed.businessDate, reader) : transfersOf(lines.rows, reader)
  const changed = issuedOf([...lines.rows, ...absent.rows], input.day, issued, feed.businessDate, reader)
  const told = {
    ...result,
    ...(odd ? { oddSerials: odd } : {}),
    ...(transfers.length === 0 ? {} : { transfers }),
    ...(changed.length === 0 ? {} : { issued: changed }),
  }
  return { feed, result: told, lines, absent, owners }
}
