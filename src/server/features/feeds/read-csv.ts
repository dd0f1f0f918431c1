import { giveWay } from '#server/giving-way.ts'
import { feedColumns } from '#shared/feed.ts'
import { batchLines, brokenLine, type FeedShape, type RawLine, takeTurns } from './raw-line.ts'
import {
  lineEnd,
  quotedWithoutTrailing,
  type Sheet,
  sheetOf,
  splitPlain,
  splitQuoted,
  withoutTrailing,
} from './split-record.ts'
import {
  headerWithin,
  isBelowHeader,
  isHeader,
  mostColumns,
  mostHeadings,
  type TableColumns,
  tableColumns,
  widthOf,
} from './table-header.ts'
import { unreadable } from './unreadable-feed.ts'

const delimiters = [',', '\t', ';'] as const
type Delimiter = (typeof delimiters)[number]
/** A line without any such character has only empty cells. */
const signBeside = { ',': /[^\s,]/, '\t': /\S/, ';': /[^\s;]/ }
/** After this many lines, the shortest value of the last column is known well enough. */
const sampledLines = 100
/** Columns whose cells may hold line breaks. */
const longTexts: ReadonlySet<number | undefined> = new Set([undefined, feedColumns.indexOf('note')])

type Header = { delimiter: Delimiter; columns: TableColumns; next: number; line: number }
type Line = { start: number; line: number }

/** Return the next line that is not blank; null at the end of the text. */
async function lineAfterBlanks(
  sheet: Sheet,
  { start, line }: Line,
  turns: ReturnType<typeof takeTurns>,
): Promise<Line | null> {
  const { text } = sheet
  let at = start
  let number = line
  for (;;) {
    if (at >= text.length) return null
    const end = lineEnd(sheet, at)
    if (text.slice(at, end).trim() !== '') return { start: at, line: number }
    at = end + 1
    number += 1
    if (turns.isOver(at)) await giveWay()
  }
}

/** Return a second line of headings below the first one, as merged cells produce it. */
function belowHeader(sheet: Sheet, from: Line | null, header: readonly string[], delimiter: Delimiter) {
  if (!from || header.length > mostHeadings) return null
  const record = splitQuoted(sheet, from.start, delimiter, mostHeadings)
  return record && isBelowHeader(record.cells, header)
    ? { cells: record.cells, next: record.end + 1, line: from.line + record.newlines + 1 }
    : null
}

/** Find the headings in the first non-blank lines. The delimiter is the one that yields a serial column. */
async function readHeader(sheet: Sheet, shape: FeedShape): Promise<Header | null> {
  const { text } = sheet
  const turns = takeTurns()
  let at = await lineAfterBlanks(sheet, { start: 0, line: 1 }, turns)
  if (!at) return null
  if (text.startsWith('<', at.start)) throw unreadable('feed.problem.markup')
  for (let passed = 0; at && passed < headerWithin; passed += 1) {
    let next = lineEnd(sheet, at.start) + 1
    let newlines = 0
    for (const delimiter of delimiters) {
      const record = splitQuoted(sheet, at.start, delimiter, mostColumns)
      if (!record) continue
      if (!isHeader(record.cells)) {
        if (record.newlines > newlines) {
          next = record.end + 1
          newlines = record.newlines
        }
        continue
      }
      if (record.cells.length > mostColumns) {
        throw unreadable('feed.problem.tooManyColumns', { limit: mostColumns })
      }
      const behind = { start: record.end + 1, line: at.line + record.newlines + 1 }
      const below = belowHeader(sheet, await lineAfterBlanks(sheet, behind, turns), record.cells, delimiter)
      if (passed > 0) shape.headerLine = at.line
      const columns = tableColumns(record.cells, below?.cells ?? [], shape)
      return { delimiter, columns, next: below?.next ?? behind.start, line: below?.line ?? behind.line }
    }
    at = await lineAfterBlanks(sheet, { start: next, line: at.line + newlines + 1 }, turns)
  }
  throw unreadable('feed.problem.noSerialColumn')
}

/**
 * Return the serial of a line that is damaged later: `cells` are complete, and another cell follows the last of them.
 */
const serialBefore = (cells: readonly string[], columns: TableColumns): string | undefined => cells[columns.indexOf(0)]

/** Sort the cells of one record in the order of `feedColumns`. */
function arrange(line: number, cells: readonly string[], columns: TableColumns, width: number): RawLine {
  if (cells.length !== columns.length) return brokenLine(line, 'columnCount', serialBefore(cells.slice(0, -1), columns))
  const arranged: (string | undefined)[] = new Array(width).fill(undefined)
  for (let place = 0; place < columns.length; place += 1) {
    const index = columns[place]
    if (index !== undefined) arranged[index] = cells[place]
  }
  return { line, cells: arranged, problem: null }
}

/**
 * Detect a truncated last line: it has no line break, has every column, and its last value is shorter than on any other
 * line. Otherwise 2, truncated from 29.5, or an empty value would pass for the measured value.
 */
function endOfFile(columns: TableColumns): {
  isCutOff(arranged: RawLine, last: string): boolean
  note(last: string): void
} {
  let lines = 0
  let shortest = Number.POSITIVE_INFINITY
  const used = columns.at(-1) !== undefined
  return {
    isCutOff: ({ problem }, last) => used && problem === null && lines >= sampledLines && last.trim().length < shortest,
    note(last) {
      lines += 1
      shortest = Math.min(shortest, last.trim().length)
    },
  }
}

/**
 * Read a CSV feed line by line. A line with a broken quote or a wrong number of cells is refused alone, and reading
 * continues with the next physical line. The available CSV parsers do not do that: they read the rest of the file into
 * the open quote. Only a note, or a cell of an unused column, may contain line breaks.
 */
export async function* readCsv(text: string, shape: FeedShape): AsyncGenerator<RawLine[]> {
  const sheet = sheetOf(text)
  const header = await readHeader(sheet, shape)
  if (!header) return
  const { delimiter, columns } = header
  let { next: start, line } = header
  const width = widthOf(columns)
  const saysSomething = signBeside[delimiter]
  const ending = endOfFile(columns)
  const turns = takeTurns()
  let batch: RawLine[] = []
  while (start < text.length) {
    const end = lineEnd(sheet, start)
    let next = end + 1
    let lines = 1
    const content = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end)
    if (!content.includes('"')) {
      if (saysSomething.test(content)) {
        const found = splitPlain(content, delimiter, columns.length)
        const cells = found.length > columns.length ? withoutTrailing(content, delimiter, columns.length) : found
        const last = content.slice(content.lastIndexOf(delimiter) + 1)
        const arranged = arrange(line, cells, columns, width)
        const cutOff = next > text.length && ending.isCutOff(arranged, last)
        batch.push(cutOff ? brokenLine(line, 'lineBroken', serialBefore(cells.slice(0, -1), columns)) : arranged)
        ending.note(last)
      }
    } else {
      const record = splitQuoted(sheet, start, delimiter, columns.length)
      const spills =
        record?.cellsWithNewline.some((place) => !longTexts.has(columns[place])) ||
        (record?.newlines && record.cells.length !== columns.length)
      if (!record || spills) {
        const whole = splitPlain(content.slice(0, content.indexOf('"')), delimiter, columns.length).slice(0, -1)
        batch.push(brokenLine(line, 'lineBroken', serialBefore(whole, columns)))
      } else {
        const isLong = record.cells.length > columns.length
        const cells = isLong
          ? quotedWithoutTrailing(text.slice(start, record.end), delimiter, columns.length)
          : record.cells
        batch.push(arrange(line, cells, columns, width))
        next = record.end + 1
        lines += record.newlines
      }
    }
    start = next
    line += lines
    if (batch.length >= batchLines || turns.isOver(start)) {
      yield batch
      batch = []
      await giveWay()
    }
  }
  if (batch.length > 0) yield batch
}
