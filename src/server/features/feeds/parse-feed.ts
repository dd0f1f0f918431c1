import { businessDay, type Day } from '#shared/dates.ts'
import { factColumns } from '#shared/device-facts.ts'
import { AppError } from '#shared/errors.ts'
import { FeedLines } from './feed-lines.ts'
import type { FeedShape } from './raw-line.ts'
import type { LineBatch } from './read-lines.ts'
import { UnreadableLines } from './refused-lines.ts'

const dayMs = 86_400_000
/** Without one of these no machine can be told from one that stands still: lists and exports name workers, too. */
const telemetryColumns = ['hashRate', 'reportedAt'] as const

/** A feed read whole, before anything is asked of the database. */
export type ParsedFeed = {
  read: number
  /** Until they are decided. */
  lines: FeedLines
  refused: UnreadableLines
  ignoredColumns: string[]
  /** As in `FeedShape`. */
  headerLine: number | null
  localTimes: number
  /** The day that the feed tells of, and whether that day is over: then only its dailies are restated. */
  businessDate: Day
  restated: boolean
  /** Instant (ms) from which on a report counts; older lines are as good as none. */
  countsFrom: number
  /** false = a list without a hash rate or a time of report: it registers and moves, and no state changes. */
  telemetry: boolean
  /** Some lines tell facts of machines. */
  facts: boolean
  /** The last line is broken: more may be missing than that. */
  cutOff: boolean
}
export type ParseOptions = {
  timeZone: string
  now: Date
  businessDate: Day | undefined
  onLines: (read: number) => void
}

function dayOf(isReporting: boolean, newest: number, { timeZone, now, businessDate }: ParseOptions): Day {
  const today = businessDay(now, timeZone)
  if (businessDate !== undefined && businessDate > today) {
    throw new AppError('VALIDATION', { field: 'businessDate', problem: 'feed.problem.dateFuture', values: { today } })
  }
  const told = businessDate ?? (isReporting ? businessDay(new Date(newest), timeZone) : today)
  const ahead = told > today
  return ahead ? today : told
}

/**
 * Collects every line of a feed, and decides of which day it tells. @param shape what the batches have told of the feed, when all are there
 * @throws AppError FEED_EMPTY without any line, VALIDATION for a day to come, and what the batches throw
 */
export async function parseFeed(
  batches: AsyncIterable<LineBatch>,
  shape: FeedShape,
  options: ParseOptions,
): Promise<ParsedFeed> {
  const now = options.now.getTime()
  const lines = new FeedLines()
  const refused = new UnreadableLines()
  let read = 0
  let cutOff = false
  for await (const batch of batches) {
    read += batch.read
    lines.add(batch.lines)
    refused.add(batch.refused)
    refused.count(batch.counted)
    // A batch may be empty: others had their turn.
    if (batch.read > 0) cutOff = batch.cutOff
    options.onLines(read)
  }
  if (read === 0) throw new AppError('FEED_EMPTY')
  let newest = 0
  let isReporting = false
  for (const line of lines) {
    if (!line.reports) continue
    isReporting = true
    newest = Math.max(newest, line.reportedAt ?? now)
  }
  const businessDate = dayOf(isReporting, newest, options)
  return {
    read,
    lines,
    refused,
    ignoredColumns: [...shape.ignoredColumns],
    headerLine: shape.headerLine,
    localTimes: shape.localTimes,
    businessDate,
    restated: businessDate < businessDay(options.now, options.timeZone),
    countsFrom: newest - dayMs,
    telemetry: isReporting && telemetryColumns.some((column) => shape.givenColumns.has(column)),
    facts: factColumns.some((column) => shape.givenColumns.has(column)),
    cutOff,
  }
}
