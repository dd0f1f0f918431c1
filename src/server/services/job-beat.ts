import type { JobProgress } from '#shared/feed.ts'
import type { JobRows } from './job-rows.ts'

/** How often jobs of this process are told to the others, and one of theirs is asked for. */
export const beatMs = 300

type Told = { progress: JobProgress; cancelled: boolean }

/**
 * Tells the other processes how far the jobs of this one are, and hears whether somebody there wants to end one, for as long as there are any;
 * what fails is tried again with the next beat. Call what it returns for each new job, outside of every transaction.
 */
export function createJobBeat(rows: Pick<JobRows, 'tell'>, running: () => Told[]): () => void {
  let isWaiting = false
  const beat = async () => {
    for (const job of running()) {
      const told = await rows.tell(job.progress).catch(() => null)
      if (told?.cancelRequested) job.cancelled = true
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
