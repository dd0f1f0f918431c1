import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { checkPages } from './check-pages.ts'
import type { Finding } from './damage.ts'
import type { FromPagesWorker, PagesWorkerStart } from './watch-pages.ts'

/** Read pages in a separate thread: at full speed while the start waits for it, then slowly during normal work. */
const port = parentPort
if (!port) throw new Error('pages-worker.ts runs in a worker thread')
const { folder, hurryMs } = workerData as PagesWorkerStart
const tell = (message: FromPagesWorker) => port.postMessage(message)

/** About 20 MiB a second, a few per cent of a core. */
const restMs = 50

const startedAt = Date.now()
const findings: Finding[] = []
let hurried = true
for (const finding of checkPages(folder)) {
  if (finding) findings.push(finding)
  if (hurried && Date.now() - startedAt > hurryMs) {
    hurried = false
    tell({ findings, finished: false })
  }
  if (!hurried) await wait(restMs)
}
tell({ findings, finished: true })
