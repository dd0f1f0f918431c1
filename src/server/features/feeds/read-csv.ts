import { giveWay } from '#server/giving-way.ts'
import { AppError } from '#shared/errors.ts'
import { feedColumns } from '#shared/feed.ts'
import type { Language } from '#shared/i18n/index.ts'
import { word } from '#shared/i18n/index.ts'
import { batchLines, brokenLine, columnIndex, type FeedShape, noteColumn, noteIgnored, type RawLine, takeTurns } from './raw-line.ts'
import { lineEnd, type Sheet, sheetOf, splitPlain, splitQuoted } from './split-record.ts'

const delimiters = [',', '\t', ';'] as const
/** A line without any of these holds nothing but empty cells. */
const signBeside = { ',': /[^\s,]/, '\t': /\S/, ';': /[^\s;]/ }
/** Excel has no more columns than these. */
const mostColumns = 16_384
/** A file of so many lines shows how short the values of its last column are. */
const tellingLines = 100

type Header = { delimiter: (typeof delimiters)[number]; columns: (number | undefined)[]; next: number; line: number }

/** Asks for the same name once: a head may repeat it thousands of times. */
function indicesOf(cells: readonly string[]): (number | undefined)[] {
  const known = new Map<string, number | undefined>()
  return cells.map((cell) => {
    if (!known.has(cell)) known.set(cell, columnIndex(cell))
    return known.get(cell)
  })
}

/** Reads the first line that holds anything; the delimiter is the one that shows a serial column. */
async function readHeader(sheet: Sheet, shape: FeedShape, language: Language): Promise<Header | null> {
  const { text } = sheet
  const turns = takeTurns()
  let start = 0
  let line = 1
  for (let end = lineEnd(sheet, start); text.slice(start, end).trim() === ''; end = lineEnd(sheet, start)) {
    start = end + 1
    line += 1
    if (start >= text.length) return null
    if (turns.isOver(start)) await giveWay()
  }
  for (const delimiter of delimiters) {
    const record = splitQuoted(sheet, start, delimiter, mostColumns)
    const indices = indicesOf(record?.cells ?? [])
    if (!record || !indices.includes(0)) continue
    if (indices.length > mostColumns) {
      throw new AppError('FEED_UNREADABLE', { values: { problem: word(language, 'feed.problem.tooManyColumns', { limit: mostColumns }) } })
    }
    const taken = new Set<number>()
    const columns = indices.map((index, place) => {
      if (index === undefined || taken.has(index)) {
        noteIgnored(shape, record.cells[place]?.trim() ?? '')
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
function endOfFile(columns: Header['columns']): { isCutOff(arranged: RawLine, last: string): boolean; note(last: string): void } {
  let lines = 0
  let shortest = Number.POSITIVE_INFINITY
  const used = columns.at(-1) !== undefined
  return {
    isCutOff: ({ problem }, last) => used && problem === null && lines >= tellingLines && last.trim().length < shortest,
    note(last) {
      lines += 1
      shortest = Math.min(shortest, last.trim().length)
    },
  }
}

/**
 * Reads a CSV feed line by line. A line with a broken quote or a wrong number of cells is refused alone and reading goes on
 * with the next physical line; no CSV parser at hand does that, since they take the rest of the file into the open quote.
 * Only a cell of a column that the feed does not use may hold line breaks.
 */
export async function* readCsv(text: string, shape: FeedShape, language: Language): AsyncGenerator<RawLine[]> {
  const sheet = sheetOf(text)
  const header = await readHeader(sheet, shape, language)
  if (!header) return
  const { delimiter, columns } = header
  let { next: start, line } = header
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
        const cells = splitPlain(content, delimiter, columns.length)
        const last = content.slice(content.lastIndexOf(delimiter) + 1)
        const arranged = arrange(line, cells, columns)
        const cutOff = next > text.length && ending.isCutOff(arranged, last)
        batch.push(cutOff ? brokenLine(line, 'lineBroken', serialBefore(cells.slice(0, -1), columns)) : arranged)
        ending.note(last)
      }
    } else {
      const record = splitQuoted(sheet, start, delimiter, columns.length)
      const spills = record?.cellsWithNewline.some((place) => columns[place] !== undefined) || (record?.newlines && record.cells.length !== columns.length)
      if (!record || spills) {
        const whole = splitPlain(content.slice(0, content.indexOf('"')), delimiter, columns.length).slice(0, -1)
        batch.push(brokenLine(line, 'lineBroken', serialBefore(whole, columns)))
      } else {
        batch.push(arrange(line, record.cells, columns))
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
