import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { byteOrderMark, csvLines, neutral } from '#shared/csv.ts'
import type { FileParts } from '#shared/files.ts'
import { type Cell, type SpreadsheetFormat, writeSpreadsheet } from './spreadsheet.ts'

export type TableFormat = 'csv' | 'json' | SpreadsheetFormat
export type TableFile = {
  format: TableFormat
  /** Without the ending. */
  name: string
  sheet: string
  header: string[]
  /** How many rows there are, where that is known before. */
  rows?: number
  pages: AsyncIterable<Cell[][]>
  /** Columns of names and serials, by their place. */
  texts?: ReadonlySet<number>
}

const contentTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Base64 of a multiple of three bytes can be joined without padding in between. */
const pieceBytes = 3 * 64 * 1024

async function* csvParts(header: string[], pages: AsyncIterable<Cell[][]>, texts?: ReadonlySet<number>): FileParts {
  yield { text: byteOrderMark + csvLines([header]) }
  for await (const rows of pages) yield { text: csvLines(rows, texts) }
}

/** One object a line; what would be a formula is one only in a spreadsheet, so texts stay as they are. */
async function* jsonParts(header: string[], pages: AsyncIterable<Cell[][]>): FileParts {
  let between = '['
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      text += `${between}\n${JSON.stringify(Object.fromEntries(header.map((name, index) => [name, row[index] ?? null])))}`
      between = ','
    }
    yield { text }
  }
  yield { text: between === '[' ? '[]\n' : '\n]\n' }
}

/** Bytes as the parts of a file; its head goes before them. Between two of them others get their turn: a reader who is quick takes all at once. */
export async function* binaryParts(bytes: Uint8Array): FileParts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length; start += pieceBytes) {
    yield { base64: buffer.subarray(start, start + pieceBytes).toString('base64') }
    await turnOfOthers()
  }
}

async function* neutralised(pages: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][], void, unknown> {
  for await (const rows of pages) yield rows.map((row) => row.map(neutral))
}

/**
 * A table as a file, its head first. CSV and JSON stream page by page; xls and xlsx are put together in a thread of their own.
 * No cell can run as a formula. Source: trust.md X1
 * @throws AppError TOO_LARGE when a workbook does not fit into memory
 */
export async function* tableFile({ format, name, sheet, header, rows, pages, texts }: TableFile): FileParts {
  yield { fileName: `${name}.${format}`, contentType: contentTypes[format], ...(rows === undefined ? {} : { rows }) }
  if (format === 'json') return yield* jsonParts(header, pages)
  if (format === 'csv') yield* csvParts(header, pages, texts)
  else yield* binaryParts(await writeSpreadsheet({ format, sheet, header, pages: neutralised(pages) }))
}
