import { stringify } from 'csv-stringify/sync'
import type { FileParts } from '#shared/files.ts'
import { type Cell, type SpreadsheetFormat, writeSpreadsheet } from './spreadsheet.ts'

export type TableFormat = 'csv' | SpreadsheetFormat
export type TableFile = {
  format: TableFormat
  /** Without the ending. */
  name: string
  sheet: string
  header: string[]
  /** How many rows there are, where that is known before. */
  rows?: number
  pages: AsyncIterable<Cell[][]>
}

const contentTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Base64 of a multiple of three bytes can be joined without padding in between. */
const pieceBytes = 3 * 64 * 1024

/** A text that a spreadsheet would run as a formula gets a leading apostrophe; full-width signs and signs behind blanks count, because some programs read them alike. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
export const neutral = (cell: Cell): Cell => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell)

/** A line break inside of a cell, which the package would quote only if it were the one between lines. */
const lineBreak = /[\r\n]/
const csvLines = (rows: Cell[][]) => stringify(rows, { record_delimiter: '\r\n', quoted_match: lineBreak })

async function* csvParts(header: string[], pages: AsyncIterable<Cell[][]>): FileParts {
  yield { text: `\uFEFF${csvLines([header])}` }
  for await (const rows of pages) yield { text: csvLines(rows) }
}

/** Bytes as the parts of a file; its head goes before them. */
export async function* binaryParts(bytes: Uint8Array): FileParts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length; start += pieceBytes) yield { base64: buffer.subarray(start, start + pieceBytes).toString('base64') }
}

async function* neutralised(pages: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][], void, unknown> {
  for await (const rows of pages) yield rows.map((row) => row.map(neutral))
}

/**
 * A table as a file, its head first. CSV streams page by page; xls and xlsx are put together in a thread of their own.
 * No cell can run as a formula. Source: trust.md X1
 * @throws AppError TOO_LARGE when a workbook does not fit into memory
 */
export async function* tableFile({ format, name, sheet, header, rows, pages }: TableFile): FileParts {
  yield { fileName: `${name}.${format}`, contentType: contentTypes[format], ...(rows === undefined ? {} : { rows }) }
  const safe = neutralised(pages)
  if (format === 'csv') yield* csvParts(header, safe)
  else yield* binaryParts(await writeSpreadsheet({ format, sheet, header, pages: safe }))
}
