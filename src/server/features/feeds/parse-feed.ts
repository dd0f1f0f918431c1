import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { factColumns } from '#shared/device-facts.ts'
import { AppError } from '#shared/errors.ts'
import { FeedLines } from './feed-lines.ts'
import type { FeedShape } from './raw-line.ts'
import { type LineBatch, later } from './read-lines.ts'
import { UnreadableLines } from './refused-lines.ts'

const dayMs = 86_400_000
/**
 * Without one of these columns a machine cannot be distinguished from a stopped one. Workers are not enough: lists and
 * exports have them too.
 */
const telemetryColumns = ['hashRate', 'reportedAt'] as const

/** A feed that is read completely, before the first query. */
export type ParsedFeed = {
  read: number
  /** Present until the lines are planned. */
  lines: FeedLines
  refused: UnreadableLines
  ignoredColumns: string[]
  /** As in `FeedShape`. */
  headerLine: number | null
  localTimes: number
  /** The day that the feed is for, and whether that day is over: then the feed only changes the daily rows. */
  businessDate: Day
  restated: boolean
  /** Instant (ms) from which on a report counts; older lines count as no report. */
  countsFrom: number
  /** false = a list without a hash rate or a time of report: it registers and moves machines, and changes no state. */
  telemetry: boolean
  /** Some lines have facts of machines. */
  facts: boolean
  /** The last line is broken, so more lines may be missing. */
  cutOff: boolean
}
export type ParseOptions = {
  timeZone: string
  now: Date
  businessDate: Day | undefined
  onLines: (read: number) => void
}

function dayOf(newest: number | null, { timeZone, now, businessDate }: ParseOptions): Day {
  const today = businessDay(now, timeZone)
  if (businessDate !== undefined && businessDate > today) {
    throw new AppError('VALIDATION', { field: 'businessDate', problem: 'feed.problem.dateFuture', values: { today } })
  }
  const feedDate = businessDate ?? (newest === null ? today : businessDay(new Date(newest), timeZone))
  const ahead = feedDate > today
  return ahead ? today : feedDate
}

/**
 * Collect all lines of a feed, and find the day that it is for.
 * @param shape facts about the whole feed, complete after the last batch
 * @throws AppError FEED_EMPTY without any line, VALIDATION for a future day, and the errors of the batches
 */
export async function parseFeed(
  batches: AsyncIterable<LineBatch>,
  shape: FeedShape,
  options: ParseOptions,
): Promise<ParsedFeed> {
  const lines = new FeedLines()
  const refused = new UnreadableLines()
  let read = 0
  let cutOff = false
  let newest: number | null = null
  for await (const batch of batches) {
    read += batch.read
    lines.add(batch.lines)
    refused.add(batch.refused)
    refused.count(batch.counted)
    // A batch may be empty when it was only a pause for other requests.
    if (batch.read > 0) cutOff = batch.cutOff
    newest = later(newest, batch.newest)
    options.onLines(read)
  }
  if (read === 0) throw new AppError('FEED_EMPTY')
  const isReporting = newest !== null
  const businessDate = dayOf(newest, options)
  return {
    read,
    lines,
    refused,
    ignoredColumns: [...shape.ignoredColumns],
    headerLine: shape.headerLine,
    localTimes: shape.localTimes,
    businessDate,
    restated: businessDate < businessDay(options.now, options.timeZone),
    countsFrom: (newest ?? 0) - dayMs,
    telemetry: isReporting && telemetryColumns.some((column) => shape.givenColumns.has(column)),
    facts: factColumns.some((column) => shape.givenColumns.has(column)),
    cutOff,
  }
}
