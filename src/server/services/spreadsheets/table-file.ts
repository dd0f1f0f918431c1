import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { byteOrderMark, csvLines, neutral } from '#shared/csv.ts'
import type { FileParts } from '#shared/files.ts'
import { type Cell, type SpreadsheetFormat, writeSpreadsheet } from './spreadsheet.ts'

export type TableFormat = 'csv' | 'json' | SpreadsheetFormat
export type TableFile = {
  format: TableFormat
  /** Without the extension. */
  name: string
  sheet: string
  header: string[]
  /** The number of rows, where it is known before. */
  rows?: number
  pages: AsyncIterable<Cell[][]>
  /** Indexes of the columns with names and serials. */
  texts?: ReadonlySet<number>
}

const contentTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Base64 of a multiple of three bytes can be concatenated without padding. */
const pieceBytes = 3 * 64 * 1024

async function* csvParts(header: string[], pages: AsyncIterable<Cell[][]>, texts?: ReadonlySet<number>): FileParts {
  yield { text: byteOrderMark + csvLines([header]) }
  for await (const rows of pages) yield { text: csvLines(rows, texts) }
}

/** Write one object a line; a formula is only dangerous in a spreadsheet, so texts are unchanged. */
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

/**
 * Yield bytes as the parts of a file; the header part comes before them. Yield to other work between two parts: a fast
 * reader would take all at once.
 */
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
 * Write a table as a file, its header part first. CSV and JSON stream page by page; xls and xlsx are written in their
 * own thread. No cell can run as a formula. Source: trust.md X1
 * @throws AppError TOO_LARGE when a workbook does not fit into memory
 */
export async function* tableFile({ format, name, sheet, header, rows, pages, texts }: TableFile): FileParts {
  yield { fileName: `${name}.${format}`, contentType: contentTypes[format], ...(rows === undefined ? {} : { rows }) }
  if (format === 'json') return yield* jsonParts(header, pages)
  if (format === 'csv') yield* csvParts(header, pages, texts)
  else yield* binaryParts(await writeSpreadsheet({ format, sheet, header, pages: neutralised(pages) }))
}
