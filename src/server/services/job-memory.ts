import type { EventEmitter } from 'node:events'
import type { Viewer } from '#server/viewer.ts'
import { hasEnded, type JobProgress, withKeptErrors } from '#shared/feed.ts'

/** Anyone who starts a job, and the token he did it with (null = none). */
export type Starter = { token: string | null; viewer: Viewer }

/** A job of this process. */
export type Job = {
  owner: string
  progress: JobProgress
  cancelled: boolean
  endedAt: number | null
  changes: EventEmitter
  starter: Starter | null
  /** The other processes are told how far it is; false from where its end is being written on. */
  isTold: boolean
  /** The transaction of what it did has kept the result. */
  isApplied: boolean
}

/** How long an ended job can still be asked for, and how many of them are kept. */
const keptMs = 3_600_000
const mostKept = 200
/** Errors of ended jobs that are held whole at a time; beyond, older results keep as many as the database does. The newest is always whole. */
const mostErrors = 200_000
export type JobMemory = {
  all(): Job[]
  add(job: Job): void
  /** A job of this owner; null = it is not one of this process, or another owner's. */
  of(owner: string, id: string): Job | null
  /** Changes how far a job is, and tells those who follow it. */
  tell(job: Job, change: Partial<JobProgress>): void
  /** Lets go of jobs that ended long ago, or before many others. */
  forgetOld(): void
}

/** The jobs of this process, for as long as they can be asked for. */
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
