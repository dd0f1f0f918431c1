import type { JobProgress } from '#shared/feed.ts'
import type { JobRows } from './job-rows.ts'

/** Interval, in ms, of progress updates to other processes and of cancel checks. */
export const beatMs = 300

type PublishedJob = { progress: JobProgress; cancelled: boolean }

/**
 * Create the heartbeat of the jobs: while any run, publish their progress to other processes and check for cancel
 * requests. A failed beat is retried with the next one. Call the returned function for each new job, outside of every
 * transaction.
 */
export function createJobBeat(rows: Pick<JobRows, 'tell'>, running: () => PublishedJob[]): () => void {
  let isWaiting = false
  const beat = async () => {
    for (const job of running()) {
      const stored = await rows.tell(job.progress).catch(() => null)
      if (stored?.cancelRequested) job.cancelled = true
    }
    isWaiting = false
    begin()
  }
  const begin = () => {
    if (isWaiting || running().length === 0) return
    isWaiting = true
    setTimeout(() => void beat(), beatMs)
  }
  return begin
}
