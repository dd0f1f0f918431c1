import { startThread } from '#server/thread.ts'
import { AppError } from '#shared/errors.ts'

export type Cell = string | number | null
export type SpreadsheetFormat = 'xls' | 'xlsx'
export type SpreadsheetStart = { format: SpreadsheetFormat; sheet: string; header: string[] }
export type ToSpreadsheet = { rows: Cell[][] } | { end: true }
export type FromSpreadsheet = { bytes: Uint8Array }

/** A workbook is in memory as a whole; above this limit its thread ends with an error, not the process. */
const memoryMb = 2_048

async function write({ pages, ...start }: SpreadsheetStart & { pages: AsyncIterable<Cell[][]> }): Promise<Uint8Array> {
  const worker = startThread('services/spreadsheets/spreadsheet-worker', {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const written = new Promise<Uint8Array>((resolve, reject) => {
    worker.on('message', ({ bytes }: FromSpreadsheet) => resolve(bytes))
    worker.on('error', (error: Error & { code?: string }) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new AppError('TOO_LARGE', { word: 'error.workbookTooLarge' }, error)
          : error,
      ),
    )
    worker.on('exit', () => reject(new Error('the spreadsheet thread ended without a file')))
  })
  written.catch(() => undefined)
  const send = (message: ToSpreadsheet) => worker.postMessage(message)
  try {
    for await (const rows of pages) send({ rows })
    send({ end: true })
    return await written
  } finally {
    await worker.terminate()
  }
}

let line: Promise<unknown> = Promise.resolve()

/**
 * Write a workbook in its own thread, one at a time; rows beyond the limit of a sheet continue on further sheets.
 * @throws AppError TOO_LARGE when the workbook does not fit into memory
 */
export function writeSpreadsheet(job: SpreadsheetStart & { pages: AsyncIterable<Cell[][]> }): Promise<Uint8Array> {
  const turn = line.then(() => write(job))
  line = turn.catch(() => undefined)
  return turn
}
