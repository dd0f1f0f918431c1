import { AppError } from '#shared/errors.ts'
import { feedColumns } from '#shared/feed.ts'
import type { Language } from '#shared/i18n/index.ts'
import { word } from '#shared/i18n/index.ts'
import { batchLines, breathe, brokenLine, columnIndex, type FeedShape, noteColumn, noteIgnored, type RawLine } from './raw-line.ts'

const delimiters = [',', '\t', ';']
/** A quoted cell may go over several physical lines, but not over more characters than this. */
const longestRecord = 20_000
/** A file of so many lines shows how short the values of its last column are. */
const tellingLines = 100

type SplitRecord = { cells: string[]; end: number; newlines: number; cellsWithNewline: number[] }

/** Where the physical line that holds `start` ends (the place of its newline). */
function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

/** Splits one record with quotes by RFC 4180, beginning at `start`; null when a quote is not where it may be, or never closes. */
function splitQuoted(text: string, start: number, delimiter: string): SplitRecord | null {
  const cells: string[] = []
  const cellsWithNewline: number[] = []
  let newlines = 0
  let at = start
  const limit = Math.min(text.length, start + longestRecord)
  for (;;) {
    if (text[at] === '"') {
      let cell = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote < 0 || quote > limit) return null
        cell += text.slice(from, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
        from = at + 1
      }
      const inside = cell.split('\n').length - 1
      if (inside > 0) cellsWithNewline.push(cells.length)
      newlines += inside
      cells.push(cell)
    } else {
      const end = lineEnd(text, at)
      const next = text.indexOf(delimiter, at)
      const stop = next < 0 || next > end ? end : next
      const cell = text.slice(at, stop)
      if (cell.includes('"')) return null
      cells.push(cell.endsWith('\r') && stop === end ? cell.slice(0, -1) : cell)
      at = stop
    }
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) at += 1
    if (at >= text.length || text[at] === '\n') return { cells, end: at, newlines, cellsWithNewline }
    if (text[at] !== delimiter) return null
    at += delimiter.length
  }
}

type Header = { delimiter: string; columns: (number | undefined)[]; next: number; line: number }

/** Reads the first line that holds anything; the delimiter is the one that shows a serial column. */
function readHeader(text: string, shape: FeedShape, language: Language): Header | null {
  let start = 0
  let line = 1
  while (start < text.length && text.slice(start, lineEnd(text, start)).trim() === '') {
    start = lineEnd(text, start) + 1
    line += 1
  }
  if (start >= text.length) return null
  for (const delimiter of delimiters) {
    const record = splitQuoted(text, start, delimiter)
    const names = record?.cells.map((cell) => cell.trim()) ?? []
    if (!record || !names.some((name) => columnIndex(name) === 0)) continue
    const taken = new Set<number>()
    const columns = names.map((name) => {
      const index = columnIndex(name)
      if (index === undefined || taken.has(index)) {
        noteIgnored(shape, name)
        return undefined
      }
      taken.add(index)
      noteColumn(shape, index)
      return index
    })
    return { delimiter, columns, next: record.end + 1, line: line + record.newlines + 1 }
  }
  throw new AppError('FEED_UNREADABLE', { values: { problem: word(language, 'feed.problem.noSerialColumn') } })
}

/** The serial of a line that is damaged after it: `cells` are whole, and another cell began behind the last of them. */
const serialBefore = (cells: readonly string[], columns: Header['columns']): string | undefined => cells[columns.indexOf(0)]

/** Puts the cells of one record in the order of `feedColumns`. */
function arrange(line: number, cells: readonly string[], columns: Header['columns']): RawLine {
  if (cells.length !== columns.length) return brokenLine(line, 'columnCount', serialBefore(cells.slice(0, -1), columns))
  const arranged: (string | undefined)[] = new Array(feedColumns.length).fill(undefined)
  for (let place = 0; place < columns.length; place += 1) {
    const index = columns[place]
    if (index !== undefined) arranged[index] = cells[place]
  }
  return { line, cells: arranged, problem: null }
}

/**
 * Watches the end of a file that may be cut off: the last line has no line break, every column, and a last value that is shorter than on
 * any other line. 29.5 that became 2, or nothing, would be taken for what the machine said.
 */
function endOfFile(columns: Header['columns']): { isCutOff(arranged: RawLine, cells: readonly string[]): boolean; note(cells: readonly string[]): void } {
  let lines = 0
  let shortest = Number.POSITIVE_INFINITY
  const used = columns.at(-1) !== undefined
  const lengthOf = (cells: readonly string[]) => cells.at(-1)?.trim().length ?? 0
  return {
    isCutOff: ({ problem }, cells) => used && problem === null && lines >= tellingLines && lengthOf(cells) < shortest,
    note(cells) {
      lines += 1
      shortest = Math.min(shortest, lengthOf(cells))
    },
  }
}

/**
 * Reads a CSV feed line by line. A line with a broken quote or a wrong number of cells is refused alone and reading goes on
 * with the next physical line; no CSV parser at hand does that, since they take the rest of the file into the open quote.
 * Only a cell of a column that the feed does not use may hold line breaks.
 */
export async function* readCsv(text: string, shape: FeedShape, language: Language): AsyncGenerator<RawLine[]> {
  const plainText = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  const header = readHeader(plainText, shape, language)
  if (!header) return
  const { delimiter, columns } = header
  let { next: start, line } = header
  const ending = endOfFile(columns)
  let batch: RawLine[] = []
  while (start < plainText.length) {
    const end = lineEnd(plainText, start)
    let next = end + 1
    let lines = 1
    const content = plainText.slice(start, plainText[end - 1] === '\r' && end > start ? end - 1 : end)
    if (!content.includes('"')) {
      const cells = content.split(delimiter)
      if (cells[0]?.trim() || cells.some((cell) => cell.trim() !== '')) {
        const arranged = arrange(line, cells, columns)
        const cutOff = next > plainText.length && ending.isCutOff(arranged, cells)
        batch.push(cutOff ? brokenLine(line, 'lineBroken', serialBefore(cells.slice(0, -1), columns)) : arranged)
        ending.note(cells)
      }
    } else {
      const record = splitQuoted(plainText, start, delimiter)
      const spills = record?.cellsWithNewline.some((place) => columns[place] !== undefined) || (record?.newlines && record.cells.length !== columns.length)
      if (!record || spills) {
        const whole = content.slice(0, content.indexOf('"')).split(delimiter).slice(0, -1)
        batch.push(brokenLine(line, 'lineBroken', serialBefore(whole, columns)))
      } else {
        batch.push(arrange(line, record.cells, columns))
        next = record.end + 1
        lines += record.newlines
      }
    }
    start = next
    line += lines
    if (batch.length >= batchLines) {
      yield batch
      batch = []
      await breathe()
    }
  }
  if (batch.length > 0) yield batch
}
