import { maxFeedLines, maxListedErrors, type ReasonCounts } from '#shared/feed.ts'
import { isZip } from '#shared/tables/zip.ts'
import { decodeFeed } from './feed-encoding.ts'
import type { Lines } from './feed-lines.ts'
import { listBegin } from './missing-headings.ts'
import type { FeedSource } from './open-source.ts'
import { isRefused, type ParsedLine, parseLine, type ReadType, type RefusedLine, typeReading } from './parse-line.ts'
import type { FeedShape, RawLine } from './raw-line.ts'
import { readCsv } from './read-csv.ts'
import { readJson, readRows } from './read-json.ts'
import { readWorkbook } from './read-workbook.ts'
import { reportTimes } from './report-time.ts'
import { unreadable } from './unreadable-feed.ts'

/**
 * Lines that were read together. `refused` can be iterated only once. `counted`: further refused lines that name no
 * machine, above the maximum number of listed errors. `cutOff`: the last line is broken. `newest`: the latest report of
 * the lines in ms since 1970, where a report without a time counts as one of now; null = no line reports.
 */
export type LineBatch = {
  read: number
  lines: Lines
  refused: Iterable<RefusedLine>
  counted: ReasonCounts
  cutOff: boolean
  newest: number | null
}
/** Return the later of two instants; null = none. */
export const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** `now` in ms since 1970; `types`: the machine types; `sheet`: the sheet of a workbook, undefined = the first. */
export type ReadingOptions = { timeZone: string; now: number; types: readonly ReadType[]; sheet?: string | undefined }
export type ReadingInput =
  | Pick<Extract<FeedSource, { bytes: Uint8Array }>, 'bytes'>
  | Pick<Extract<FeedSource, { rows: unknown }>, 'rows'>

async function rawLinesOf(
  input: ReadingInput,
  shape: FeedShape,
  { sheet }: ReadingOptions,
): Promise<AsyncIterable<RawLine[]>> {
  if ('rows' in input) return readRows(input.rows, shape)
  if (isZip(input.bytes)) return readWorkbook(input.bytes, shape, sheet)
  if (sheet !== undefined) throw unreadable('feed.problem.noSheets')
  const text = await decodeFeed(input.bytes)
  return listBegin.test(text) ? readJson(text, shape) : readCsv(text, shape)
}

/**
 * Read and parse a feed batch by batch, without querying the database. The second line of a serial is refused. `shape`
 * is complete after the last batch.
 * @throws AppError FEED_UNREADABLE for a text that is no feed, and for too many lines
 */
export async function* readLines(
  input: ReadingInput,
  shape: FeedShape,
  options: ReadingOptions,
): AsyncGenerator<LineBatch> {
  const { timeZone, now } = options
  const { timeOf, localTimes } = reportTimes(timeZone)
  const reading = { timeOf, ...typeReading(options.types), now }
  /** The serials as written, by normalized serial. */
  const serials = new Map<string, string>()
  let [read, refusals] = [0, 0]
  for await (const raws of await rawLinesOf(input, shape, options)) {
    const lines: ParsedLine[] = []
    const refused: RefusedLine[] = []
    const counted: ReasonCounts = {}
    const refuse = (line: RefusedLine) => {
      refusals += 1
      if (refusals > maxListedErrors && line.serial === null) counted[line.reason] = (counted[line.reason] ?? 0) + 1
      else refused.push(line)
    }
    let cutOff = false
    let newest: number | null = null
    read += raws.length
    if (read > maxFeedLines) {
      throw unreadable('feed.problem.tooManyLines', { limit: maxFeedLines })
    }
    for (const raw of raws) {
      const line = parseLine(raw, reading)
      cutOff = raw.problem !== null
      if (isRefused(line)) {
        refuse(line)
        continue
      }
      const first = serials.get(line.key)
      if (first === line.serial) refuse({ line: line.line, serial: line.serial, reason: 'serialDuplicate' })
      else if (first !== undefined)
        refuse({ line: line.line, serial: line.serial, reason: 'serialOtherCase', values: { value: first } })
      else {
        serials.set(line.key, line.serial)
        lines.push(line)
        if (line.reports) newest = Math.max(newest ?? 0, line.reportedAt ?? now)
      }
    }
    yield { read: raws.length, lines, refused, counted, cutOff, newest }
  }
  shape.localTimes = localTimes()
}
