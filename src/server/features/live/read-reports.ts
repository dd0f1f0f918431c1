import {
  isRefused,
  type LineReading,
  type ParsedLine,
  parseLine,
  type ReadType,
  type RefusedLine,
  typeReading,
} from '#server/features/feeds/parse-line.ts'
import { newShape, type RawLine } from '#server/features/feeds/raw-line.ts'
import { readJson, readRows } from '#server/features/feeds/read-json.ts'
import { reportTimes } from '#server/features/feeds/report-time.ts'
import { factColumns } from '#shared/device-facts.ts'
import { AppError } from '#shared/errors.ts'
import { aheadMinutes, maxReportBytes, maxReportLines, type ReportRequest } from '#shared/live.ts'

/** A readable line of the live interface; `reportedAt` in ms since 1970. */
export type ReportLine = ParsedLine & { reportedAt: number }
/** `facts`: some lines have facts in addition to telemetry. */
export type Reports = { read: number; lines: ReportLine[]; refused: RefusedLine[]; facts: boolean }

/** `now` in ms since 1970; `types`: the machine types. */
type Reading = { timeZone: string; now: number; types: readonly ReadType[] }

/** Decode the bytes. Invalid UTF-8 makes only its own line unreadable. */
function textOf(content: Uint8Array | string): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'base64') : content
  if (bytes.length > maxReportBytes) throw new AppError('TOO_LARGE')
  return new TextDecoder('utf-8').decode(bytes)
}

function rawLines(request: ReportRequest, shape: ReturnType<typeof newShape>): AsyncIterable<RawLine[]> {
  if (request.content !== undefined) return readJson(textOf(request.content), shape)
  return readRows(request.reports ?? [], shape)
}

/** Parse one line. Its time is required. */
function readLine(raw: RawLine, reading: LineReading): ReportLine | RefusedLine {
  const line = parseLine(raw, reading)
  if (isRefused(line)) return line
  const { reportedAt } = line
  return reportedAt === null ? { line: line.line, serial: line.serial, reason: 'timeMissing' } : { ...line, reportedAt }
}

/**
 * Read reports line by line, and let other requests run in between. A broken line is refused alone. No query is sent.
 * @throws AppError FEED_EMPTY without a line; VALIDATION with more than `maxReportLines`; FEED_UNREADABLE for one
 * object that is no report
 */
export async function readReports(request: ReportRequest, { timeZone, now, types }: Reading): Promise<Reports> {
  const shape = newShape()
  const reading = { timeOf: reportTimes(timeZone).timeOf, ...typeReading(types), now, aheadMs: aheadMinutes * 60_000 }
  const reports: Reports = { read: 0, lines: [], refused: [], facts: false }
  for await (const raws of rawLines(request, shape)) {
    reports.read += raws.length
    if (reports.read > maxReportLines)
      throw new AppError('VALIDATION', {
        field: 'reports',
        problem: 'problem.tooManyLines',
        values: { limit: maxReportLines },
      })
    for (const raw of raws) {
      const line = readLine(raw, reading)
      if ('reason' in line) reports.refused.push(line)
      else reports.lines.push(line)
    }
  }
  if (reports.read === 0) throw new AppError('FEED_EMPTY')
  reports.facts = factColumns.some((column) => shape.givenColumns.has(column))
  return reports
}
