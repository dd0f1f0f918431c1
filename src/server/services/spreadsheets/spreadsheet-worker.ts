import { parentPort, workerData } from 'node:worker_threads'
import type { FromSpreadsheet, SpreadsheetStart, ToSpreadsheet } from './spreadsheet.ts'
import { createXls } from './workbook-xls.ts'
import { createXlsx } from './workbook-xlsx.ts'

/**
 * Write workbooks. The package that `workbook-xls.ts` loads is unsafe for reading foreign files, and here it only
 * writes.
 */
const port = parentPort
if (!port) throw new Error('spreadsheet-worker.ts runs in a worker thread')
const { format, sheet, header } = workerData as SpreadsheetStart

/** Maximum data rows below the header: 65,536 lines in xls, 1,048,576 in xlsx. */
const rowsOfSheet = format === 'xls' ? 65_535 : 1_048_575
const book = (format === 'xls' ? createXls : createXlsx)({ sheet, header, rowsOfSheet })

/** Write rows in the order of their arrival. */
let turn: Promise<void> = Promise.resolve()
async function take(message: ToSpreadsheet): Promise<void> {
  if ('rows' in message) return book.add(message.rows)
  const bytes = new Uint8Array(await book.end())
  const done: FromSpreadsheet = { bytes }
  port?.postMessage(done, [bytes.buffer])
}
port.on('message', (message: ToSpreadsheet) => {
  turn = turn.then(() => take(message))
  // Throw outside the promise, so that the thread ends and its caller gets the error.
  turn.catch((error: unknown) => {
    setImmediate(() => {
      throw error
    })
  })
})
