import type { EventEmitter } from 'node:events'
import type { Viewer } from '#server/viewer.ts'
import { hasEnded, type JobProgress, withKeptErrors } from '#shared/feed.ts'

/** The user who started a job, and the token of that request (null = none). */
export type Starter = { token: string | null; viewer: Viewer }

/** A job of this process. */
export type Job = {
  owner: string
  progress: JobProgress
  cancelled: boolean
  endedAt: number | null
  changes: EventEmitter
  starter: Starter | null
  /** The heartbeat publishes its progress; false once its end is being written. */
  isPublished: boolean
  /** The transaction of its changes has stored the result. */
  isApplied: boolean
}

/** How long an ended job is kept, and how many of them. */
const keptMs = 3_600_000
const mostKept = 200
/**
 * Errors of ended jobs that memory keeps in full. Beyond that number, older results keep as many as the database does.
 * The newest result is always complete.
 */
const mostErrors = 200_000
export type JobMemory = {
  all(): Job[]
  add(job: Job): void
  /** Return a job of this owner; null = of another process or another owner. */
  of(owner: string, id: string): Job | null
  /** Change the progress of a job, and notify its watchers. */
  tell(job: Job, change: Partial<JobProgress>): void
  /** Remove jobs that ended long ago, or when there are too many. */
  forgetOld(): void
}

/** Keep the jobs of this process while they can be queried. */
export function createJobMemory(clock: () => Date): JobMemory {
  const jobs = new Map<string, Job>()
  const shorten = (newest: Job): void => {
    let errors = newest.progress.result?.errors.length ?? 0
    for (const job of [...jobs.values()].reverse()) {
      const { result } = job.progress
      if (job === newest || result === null) continue
      errors += result.errors.length
      if (errors > mostErrors) job.progress = { ...job.progress, result: withKeptErrors(result) }
    }
  }
  const tell: JobMemory['tell'] = (job: Job, change: Partial<JobProgress>): void => {
    job.progress = { ...job.progress, ...change }
    if (hasEnded(job.progress)) {
      job.endedAt = clock().getTime()
      job.starter = null
      shorten(job)
    }
    job.changes.emit('change')
  }
  const forgetOld = (): void => {
    const now = clock().getTime()
    const ended = [...jobs].filter(([, job]) => job.endedAt !== null)
    ended.forEach(([id, job], index) => {
      if (now - (job.endedAt ?? now) > keptMs || index < ended.length - mostKept) jobs.delete(id)
    })
  }
  return {
    all: () => [...jobs.values()],
    add: (job) => void jobs.set(job.progress.id, job),
    of(owner, id) {
      const job = jobs.get(id)
      return job?.owner === owner ? job : null
    },
    tell,
    forgetOld,
  }
}
