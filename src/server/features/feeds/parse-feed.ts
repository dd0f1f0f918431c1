import { businessDay, type Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { maxFeedLines } from '#shared/feed.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { isRefused, type ParsedLine, parseLine, type RefusedLine } from './parse-line.ts'
import type { FeedShape, RawLine } from './raw-line.ts'
import { reportTimes } from './report-time.ts'

const dayMs = 86_400_000
/** Without one of these no machine can be told from one that stands still: lists and exports name workers, too. */
const telemetryColumns = ['hashRate', 'reportedAt'] as const

/** A feed read whole, before anything is asked of the database. */
export type ParsedFeed = {
  read: number
  lines: ParsedLine[]
  refused: RefusedLine[]
  ignoredColumns: string[]
  /** The day that the feed tells of, and whether that day is over: then only its dailies are restated. */
  businessDate: Day
  restated: boolean
  /** Instant (ms) from which on a report counts; older lines are as good as none. */
  countsFrom: number
  /** false = a list without a hash rate or a time of report: it registers and moves, and no state changes. */
  telemetry: boolean
  /** The last line is broken: more may be missing than that. */
  cutOff: boolean
}
export type ParseOptions = {
  timeZone: string
  now: Date
  businessDate: Day | undefined
  language: Language
  onLines: (read: number) => void
}

function dayOf(lines: readonly ParsedLine[], newest: number, { timeZone, now, businessDate, language }: ParseOptions): Day {
  const today = businessDay(now, timeZone)
  if (businessDate !== undefined && businessDate > today) {
    throw new AppError('VALIDATION', { field: 'businessDate', values: { problem: word(language, 'feed.problem.dateFuture', { today }) } })
  }
  const told = businessDate ?? (lines.length > 0 ? businessDay(new Date(newest), timeZone) : today)
  const ahead = told > today
  return ahead ? today : told
}

/**
 * Reads every line; the second line of a serial is refused.
 * @throws AppError FEED_EMPTY without any line, FEED_UNREADABLE with too many
 */
export async function parseFeed(batches: AsyncIterable<RawLine[]>, shape: FeedShape, options: ParseOptions): Promise<ParsedFeed> {
  const timeOf = reportTimes(options.timeZone)
  const now = options.now.getTime()
  const lines: ParsedLine[] = []
  const refused: RefusedLine[] = []
  /** The serials as they stand, by what they are compared by. */
  const serials = new Map<string, string>()
  let read = 0
  let cutOff = false
  for await (const batch of batches) {
    read += batch.length
    if (read > maxFeedLines) {
      throw new AppError('FEED_UNREADABLE', { values: { problem: word(options.language, 'feed.problem.tooManyLines', { limit: maxFeedLines }) } })
    }
    for (const raw of batch) {
      const line = parseLine(raw, timeOf, now)
      cutOff = raw.problem !== null
      if (isRefused(line)) {
        refused.push(line)
        continue
      }
      const first = serials.get(line.key)
      if (first === line.serial) refused.push({ line: line.line, serial: line.serial, reason: 'serialDuplicate' })
      else if (first !== undefined) refused.push({ line: line.line, serial: line.serial, reason: 'serialOtherCase', values: { value: first } })
      else {
        serials.set(line.key, line.serial)
        lines.push(line)
      }
    }
    options.onLines(read)
  }
  if (read === 0) throw new AppError('FEED_EMPTY')
  const reporting = lines.filter((line) => line.reports)
  const newest = reporting.reduce((latest, line) => Math.max(latest, line.reportedAt ?? now), 0)
  const businessDate = dayOf(reporting, newest, options)
  return {
    read,
    lines,
    refused,
    ignoredColumns: [...shape.ignoredColumns],
    businessDate,
    restated: businessDate < businessDay(options.now, options.timeZone),
    countsFrom: newest - dayMs,
    telemetry: reporting.length > 0 && telemetryColumns.some((column) => shape.givenColumns.has(column)),
    cutOff,
  }
}
