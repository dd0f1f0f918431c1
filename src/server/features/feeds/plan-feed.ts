import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readPatterns } from '#server/features/devices/serial-patterns.ts'
import { refuseArchived } from '#server/features/history/archived-months.ts'
import { breathe } from '#server/giving-way.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { FeedRequest, FeedResult } from '#shared/feed.ts'
import type { HashRules } from '#shared/machine-types.ts'
import type { SerialPattern } from '#shared/serial-pattern.ts'
import { compareNamed, compareWhole } from './compare-fleet.ts'
import type { FeedCaller, FeedParts, FeedProgress } from './feed-call.ts'
import { feedResult } from './feed-result.ts'
import { countDevices, coverageOf, type FleetSnapshot, type KeptFleet, snapshotFleet } from './fleet-snapshot.ts'
import { countGivenBack } from './given-back.ts'
import { knownFacts } from './given-facts.ts'
import { type IssuedMonth, issuedOf, readIssued } from './issued-days.ts'
import { type LateOwner, readLateOwners } from './late-owners.ts'
import { acceptedOwners, lateTransfers } from './late-transfers.ts'
import { transfersOf } from './moved-rows.ts'
import { oddSerials } from './odd-serials.ts'
import type { FeedSource } from './open-source.ts'
import { type ParsedFeed, parseFeed } from './parse-feed.ts'
import { type AbsentPlan, planAbsent } from './plan-absent.ts'
import type { PlanInput, PlannedRow } from './plan-line.ts'
import { type LinePlan, type OnPlanned, planLines, youngRows } from './plan-lines.ts'
import type { TenantDevices } from './planner-settings.ts'
import { newestDay, questionsOf } from './plausibility.ts'
import { newShape } from './raw-line.ts'
import { readAnywhere } from './read-anywhere.ts'
import { type Fleet, readCoverage, readFleet, type StoredCoverage } from './read-fleet.ts'
import type { NamedReading } from './read-named.ts'
import { placeResolver } from './resolve-places.ts'
import { stopIfCancelled } from './tracked-transaction.ts'

/** The context of one run, apart from the database. */
export type Run = {
  parts: FeedParts
  caller: FeedCaller
  request: FeedRequest
  now: Date
  progress: FeedProgress
  book: PlaceBook
  rules: HashRules
}
/** The feed, and the data that it is compared with. */
export type ReadFeed = {
  feed: ParsedFeed
  input: PlanInput
  stored: ReadonlyMap<number, StoredCoverage>
  reported: ReadonlySet<number>
  /** Values already kept for an undo. */
  kept: FleetSnapshot
  /** Each row of today is known to have the owner of its device. */
  sameOwners: boolean
  devices: TenantDevices
  /** Issued statements of the month. */
  issued: readonly IssuedMonth[]
  /** The newest day known before the feed. */
  newest: Day | null
  /** Return the serial patterns of tenants. */
  patterns: (companyIds: readonly number[]) => Promise<ReadonlyMap<number, readonly SerialPattern[]>>
  /** Count the machines of some rows that return to the owner before a transfer. */
  givenBack: (rows: readonly PlannedRow[]) => Promise<number>
}
export type PlannedFeed = {
  feed: ParsedFeed
  result: FeedResult
  lines: LinePlan
  absent: AbsentPlan
  /** Changes of owner by a feed of a past day, by device. */
  owners: ReadonlyMap<number, LateOwner>
  devices: TenantDevices
  sameOwners: boolean
  /** Known coverage of the day before the feed, by site. */
  stored: ReadonlyMap<number, StoredCoverage>
}

/**
 * Parse the lines of a source without querying the database.
 * @throws AppError the errors of `parseFeed`, FEED_UNREADABLE for a text that is no feed, CANCELLED
 */
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

/** Wait for both promises, also when one fails: no statement may use the transaction after its end. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/** Do some work in this process while the database executes a statement. */
export const meanwhile = <First, Second>(
  answer: Promise<First>,
  work: () => Second | Promise<Second>,
): Promise<[First, Second]> => both(answer, breathe().then(work))

/**
 * Parse the lines, and read the whole fleet at the same time if the feed names so many machines.
 * @returns `all`: the fleet, null = not read; `snapshot`: values already kept for an undo
 */
async function parseWithFleet(
  trx: Transaction<Database>,
  run: Run,
  source: FeedSource | ParsedFeed,
  { territory, day, devices, embedded, batchId }: NamedReading,
): Promise<{ feed: ParsedFeed; all: Fleet | null; snapshot: KeptFleet | null }> {
  const { most, many } = coverageOf(
    source,
    [...devices.values()].reduce((sum, count) => sum + count, 0),
  )
  let snapshot: KeptFleet | null = null
  const whole = async () => {
    // The embedded engine uses this process's CPU time, so nothing is gained there.
    if (batchId !== null && most && !embedded) snapshot = await snapshotFleet(trx, territory, batchId, day)
    return 'lines' in source && source.lines.length === 0 ? noFleet : readFleet(trx, territory)
  }
  const [feed, all] = await both(
    'lines' in source ? Promise.resolve(source) : parseSource(run, source),
    many ? whole() : Promise.resolve(null),
  )
  return { feed, all, snapshot }
}

/**
 * Read the feed, and the data that it is compared with. For a feed of most machines, the whole fleet is read while the
 * lines are parsed; a small feed is parsed first, and then only the machines that it names are read.
 * @param batchId the batch that keeps the values found, for an undo; null = keep none
 */
export async function readFeed(
  trx: Transaction<Database>,
  run: Run,
  source: FeedSource | ParsedFeed,
  batchId: number | null,
): Promise<ReadFeed> {
  const { parts, caller, book, rules, now, progress, request } = run
  const { territory } = caller
  const { timeZone } = parts.config
  const today = businessDay(now, timeZone)
  const reading: NamedReading = {
    territory,
    day: today,
    devices: await countDevices(trx, territory),
    embedded: parts.config.databaseUrl === null,
    batchId,
  }
  const { feed, all, snapshot } = await parseWithFleet(trx, run, source, reading)
  progress.report('checking', 0, feed.read)
  if (feed.restated) await refuseArchived(trx, feed.businessDate, { rehearsal: batchId === null })
  const stored = await readCoverage(trx, territory.companyIds, feed.businessDate)
  const named = all === null ? await compareNamed(trx, feed, stored, request.absentOffline ?? false, reading) : null
  const compared = named ?? {
    ...(await compareWhole(trx, feed, territory, all ?? (await readFleet(trx, territory)), stored)),
    kept: snapshot?.parts ?? [],
  }
  const newest = await newestDay(trx, territory, feed.businessDate, { timeZone, embedded: reading.embedded })
  const lateContext = { territory, book, date: feed.businessDate, today, rehearsal: batchId === null }
  const late = await readLateOwners(trx, { feed, fleet: compared.fleet, day: compared.day }, lateContext)
  const issued = await readIssued(trx, feed)
  const facts = await knownFacts(trx, feed, compared.fleet, territory.companyIds)
  const { reported, kept: found, ...input } = compared
  return {
    feed,
    reported,
    kept: found,
    sameOwners: snapshot?.sameOwners ?? false,
    devices: reading.devices,
    newest,
    issued,
    // A dry run calls this after its transaction has ended.
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

/**
 * Plan everything and write nothing. `onPlanned` gets the rows as they are planned, `rowsATime` at a time. The machines
 * and lines that were read are released.
 */
export async function planFeed(
  run: Run,
  { feed, input, stored, reported, devices, sameOwners, newest, issued, patterns, givenBack }: ReadFeed,
  onPlanned: OnPlanned,
  rowsATime = youngRows,
): Promise<PlannedFeed> {
  const { caller, book, progress, request } = run
  const lines = await planLines(input, { stopIfCancelled: () => stopIfCancelled(progress), onPlanned, rowsATime })
  const siteName = (siteId: number) => book.companies.get(siteId)?.name ?? ''
  const absent = await planAbsent(
    { ...input, absentOffline: request.absentOffline ?? false, stored, reported, siteName },
    lines,
  )
  onPlanned(absent.rows)
  progress.report('checking', feed.read, feed.read)
  const owners = acceptedOwners(lines.rows, input.late ?? null)
  const back = await givenBack(lines.rows)
  const found = { newest, late: owners.size, back, isDated: request.businessDate !== undefined }
  const questions = await questionsOf(input, lines, absent, found, siteName, caller.language)
  const result = await feedResult(feed, lines, absent, questions, {
    language: caller.language,
    timeZone: run.parts.config.timeZone,
  })
  const odd = await oddSerials(lines.rows, patterns)
  // The plan has the named machines, and the others are no longer needed.
  input.fleet.clear()
  const reader = { book, set: caller.territory, language: caller.language }
  const transfers = feed.restated ? lateTransfers(owners, feed.businessDate, reader) : transfersOf(lines.rows, reader)
  const changed = issuedOf([...lines.rows, ...absent.rows], input.day, issued, feed.businessDate, reader)
  const whole = {
    ...result,
    ...(odd ? { oddSerials: odd } : {}),
    ...(transfers.length === 0 ? {} : { transfers }),
    ...(changed.length === 0 ? {} : { issued: changed }),
  }
  return { feed, result: whole, lines, absent, owners, devices, sameOwners, stored }
}
