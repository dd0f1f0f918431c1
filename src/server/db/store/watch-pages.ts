import { startThread } from '#server/thread.ts'
import { DamagedDatabaseError, type Finding } from './damage.ts'

export type PagesWorkerStart = {
  folder: string
  /** Milliseconds of reading at full speed; the remaining pages are read slowly and reported at the end. */
  hurryMs: number
}
export type FromPagesWorker = { findings: Finding[]; finished: boolean }

export type PageWatch = {
  /** Findings up to the time when the start may continue. */
  first: Promise<Finding[]>
  /** Called for a finding after that. */
  onDamage(listener: (error: DamagedDatabaseError) => void): void
  stop(): Promise<void>
}

/** Longest wait of a start, in ms. Source: second start within 3 s, of which the engine takes a part */
const usualHurryMs = 1_500

/**
 * Compare every page of the embedded database with its checksum: most databases finish during the start, a large one
 * continues during normal work.
 */
export function watchPages(folder: string, hurryMs = usualHurryMs): PageWatch {
  const worker = startThread('db/store/pages-worker', { workerData: { folder, hurryMs } satisfies PagesWorkerStart })
  worker.unref()
  const listeners: ((error: DamagedDatabaseError) => void)[] = []
  let isFirstReported = false
  const first = new Promise<Finding[]>((resolve, reject) => {
    worker.on('message', ({ findings, finished }: FromPagesWorker) => {
      resolve(findings)
      if (isFirstReported && finished && findings.length > 0)
        for (const listener of listeners) listener(new DamagedDatabaseError(folder, findings))
      isFirstReported = true
    })
    worker.once('error', reject)
    // The worker ended without a message, for example because it was stopped.
    worker.once('exit', () => resolve([]))
  })
  first.catch(() => undefined)
  return {
    first,
    onDamage: (listener) => void listeners.push(listener),
    async stop() {
      await worker.terminate()
    },
  }
}
