import { parentPort } from 'node:worker_threads'
import { printPdf } from '#server/services/print-pdf.ts'
import { printable } from '#server/services/printable.ts'
import type { FromReportWorker, ToReportWorker } from '#server/services/reports.ts'
import { reportDocument } from './report/document.ts'
import type { ReportInput } from './report/input.ts'

/** Lays out and prints the reports; the only thread that loads pdfmake. Of what users typed, it gets texts and re-encoded pictures. */
const port = parentPort
if (!port) throw new Error('report-worker.ts runs in a worker thread')

async function print({ id, input }: ToReportWorker): Promise<FromReportWorker> {
  try {
    const bytes = await printPdf(reportDocument(printable(input as ReportInput)))
    return { id, bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

port.on('message', async (message: ToReportWorker) => {
  const answer = await print(message)
  port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
})
