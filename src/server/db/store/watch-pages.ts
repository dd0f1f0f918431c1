import { startThread } from '#server/thread.ts'
import { DamagedDatabaseError, type Finding } from './damage.ts'

export type PagesWorkerStart = {
  folder: string
  /** Milliseconds of reading at full speed; what is left then is read slowly, and told at the end. */
  hurryMs: number
}
export type FromPagesWorker = { findings: Finding[]; finished: boolean }

export type PageWatch = {
  /** What was found until the start may go on. */
  first: Promise<Finding[]>
  /** Called when something is found after that. */
  onDamage(listener: (error: DamagedDatabaseError) => void): void
  stop(): Promise<void>
}

/** Longest time for which a start waits. Source: second start within 3 s, of which the engine takes a part */
const usualHurryMs = 1_500

/** Compares every page of the embedded database with its checksum: most databases within the start, a large one to its end beside the work. */
export function watchPages(folder: string, hurryMs = usualHurryMs): PageWatch {
  const worker = startThread('db/store/pages-worker', { workerData: { folder, hurryMs } satisfies PagesWorkerStart })
  worker.unref()
  const listeners: ((error: DamagedDatabaseError) => void)[] = []
  let heard = false
  const first = new Promise<Finding[]>((resolve, reject) => {
    worker.on('message', ({ findings, finished }: FromPagesWorker) => {
      resolve(findings)
      if (heard && finished && findings.length > 0)
        for (const listener of listeners) listener(new DamagedDatabaseError(folder, findings))
      heard = true
    })
    worker.once('error', reject)
    // Its end without a word, as when it is stopped.
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
