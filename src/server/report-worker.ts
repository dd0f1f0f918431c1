import { parentPort } from 'node:worker_threads'
import { statementDocument } from './features/clients/statement/document.ts'
import type { StatementInput } from './features/clients/statement/input.ts'
import { reportDocument } from './features/projects/report/document.ts'
import type { ReportInput } from './features/projects/report/input.ts'
import { type StocktakeInput, stocktakeDocument } from './features/stocktakes/document.ts'
import type { FromReportWorker, ToReportWorker } from './services/pdf/pdf-thread.ts'
import { printPdf } from './services/pdf/print-pdf.ts'
import { printable } from './services/pdf/printable.ts'

/**
 * Lay out and print documents. Only this thread loads pdfmake. User input reaches it as texts and re-encoded pictures
 * only.
 */
const port = parentPort
if (!port) throw new Error('report-worker.ts runs in a worker thread')

/** The kinds of printable documents, each with its input. */
type Printed = { report: ReportInput } | { statement: StatementInput } | { stocktake: StocktakeInput }
const documentOf = (printed: Printed) => {
  if ('report' in printed) return reportDocument(printable(printed.report))
  return 'statement' in printed
    ? statementDocument(printable(printed.statement))
    : stocktakeDocument(printable(printed.stocktake))
}

async function print({ id, input }: ToReportWorker): Promise<FromReportWorker> {
  try {
    const bytes = await printPdf(documentOf(input as Printed))
    return { id, bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

port.on('message', async (message: ToReportWorker) => {
  const answer = await print(message)
  port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
})
