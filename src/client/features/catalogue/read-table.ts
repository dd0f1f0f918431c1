import { type CatalogueColumn, catalogueColumns, type dimsStatuses } from '#shared/catalogue.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'

type Cells = Partial<Record<CatalogueColumn, string>>
/** Lines that could be read; `unknown` = headings that no column has, whose cells are left out. */
export type ReadTable = { lines: Cells[]; unknown: string[] }

/** The delimiter that stands most often in the first line; a spreadsheet's clipboard has tabs. */
function delimiterOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? ''
  const counts = ['\t', ';', ','].map((mark) => ({ mark, count: first.split(mark).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark
}

/** The cells of delimited text (RFC 4180 quotes), without lines that are wholly empty. */
export function cellsOf(text: string): string[][] {
  const delimiter = delimiterOf(text)
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === delimiter) endCell()
    else if (character === '\n') {
      endCell()
      rows.push([])
    } else if (character !== '\r') cell += character
  }
  endCell()
  return rows.filter((row) => row.some((value) => value.trim() !== ''))
}

/** A heading without its unit: 风量 (m³/h) → 风量. */
const plain = (heading: string): string =>
  heading
    .replace(/[(（[].*$/, '')
    .trim()
    .toLowerCase()
const columnOf = (heading: string): CatalogueColumn | undefined =>
  catalogueColumns.find((column) =>
    [column, catalogueColumnLabel('zh', column), catalogueColumnLabel('en', column)].some((name) => name.toLowerCase() === plain(heading)),
  )

const dimsWords: Record<string, (typeof dimsStatuses)[number]> = { 估算: 'estimate', 厂家: 'maker' }
/** What exports put before a text so that no spreadsheet takes it for a formula. */
const withoutGuard = (text: string): string => text.replace(/^'(?=[=+\-@])/, '')

/**
 * Models of a spreadsheet's clipboard or of a CSV file. With headings (Chinese, English or the names of an export) columns may stand in
 * any order; without them they are those of the table from the left.
 */
export function readTable(text: string): ReadTable {
  const rows = cellsOf(text.replace(/^\uFEFF/, ''))
  const [first] = rows
  if (!first) return { lines: [], unknown: [] }
  const headed = first.some((cell) => columnOf(cell) !== undefined)
  const columns: (CatalogueColumn | undefined)[] = headed ? first.map(columnOf) : [...catalogueColumns]
  const lines = rows.slice(headed ? 1 : 0).map((row): Cells => {
    const cells: Cells = {}
    for (const [index, value] of row.entries()) {
      const column = columns[index]
      if (!column) continue
      const trimmed = withoutGuard(value.trim())
      cells[column] = column === 'dimsStatus' ? (dimsWords[trimmed] ?? trimmed) : trimmed
    }
    return cells
  })
  return { lines, unknown: headed ? first.filter((cell) => cell.trim() !== '' && columnOf(cell) === undefined) : [] }
}

/** The text of a file in UTF-8, or in GB18030 as Chinese spreadsheets write it. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
