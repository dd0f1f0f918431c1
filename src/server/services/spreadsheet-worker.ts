import { parentPort, workerData } from 'node:worker_threads'
import { type AOA2SheetOpts, utils, type WorkSheet, write } from 'xlsx'
import type { Cell, FromSpreadsheet, SpreadsheetStart, ToSpreadsheet } from './spreadsheet.ts'

/** The only module that loads `xlsx`, and it writes only: the package is unsafe for reading foreign files. */
const port = parentPort
if (!port) throw new Error('spreadsheet-worker.ts runs in a worker thread')
const { format, sheet, header } = workerData as SpreadsheetStart

/** Data rows that fit under the header: 65,536 lines in the old format, 1,048,576 in the new. */
const rowsOfSheet = format === 'xls' ? 65_535 : 1_048_575
const longestText = 32_767
/** Longer texts survive in the old format only as shared strings; those cost a search each, so they are used where needed. */
const longestInline = 255
let sharedStrings = format === 'xlsx'
const columnWidth = { wch: 18 }
/** Rows as arrays instead of one key a cell: half the memory. The types of the package do not know it. */
const dense: AOA2SheetOpts & { dense: boolean } = { dense: true }

const book = utils.book_new()
let rows: Cell[][] = [header]

function finishSheet(): void {
  const number = book.SheetNames.length + 1
  const made: WorkSheet = utils.aoa_to_sheet(rows, dense)
  made['!cols'] = header.map(() => columnWidth)
  utils.book_append_sheet(book, made, number === 1 ? sheet : `${sheet} ${number}`)
  rows = [header]
}

function fitting(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length <= longestInline) return cell
  sharedStrings = true
  return cell.slice(0, longestText)
}

port.on('message', (message: ToSpreadsheet) => {
  if ('rows' in message) {
    for (const row of message.rows) {
      if (rows.length > rowsOfSheet) finishSheet()
      rows.push(row.map(fitting))
    }
    return
  }
  if (rows.length > 1 || book.SheetNames.length === 0) finishSheet()
  const bytes: Uint8Array = write(book, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : 'xlsx', bookSST: sharedStrings, compression: true })
  const copy = new Uint8Array(bytes)
  const done: FromSpreadsheet = { bytes: copy }
  port.postMessage(done, [copy.buffer])
})
