import { type EventEmitter, on } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { hasEnded, type JobProgress } from '#shared/feed.ts'
import { beatMs } from './job-beat.ts'
import type { JobRows } from './job-rows.ts'

type Watched = { progress: JobProgress; changes: EventEmitter }

/**
 * Maximum number of streams of one owner in this process. An owner runs three jobs at most; each may be open in several
 * tabs and one script.
 */
export const mostStreams = 12

/** Count the open streams of each owner. */
export function createStreams() {
  const open = new Map<string, number>()
  return {
    /**
     * Run the stream of `begin`, counted from its first value until it ends.
     * @throws AppError BUSY when the owner has too many open
     */
    async *limit<T>(owner: string, begin: () => AsyncGenerator<T>): AsyncGenerator<T> {
      const count = open.get(owner) ?? 0
      if (count >= mostStreams) throw new AppError('BUSY')
      open.set(owner, count + 1)
      try {
        yield* begin()
      } finally {
        const left = (open.get(owner) ?? 1) - 1
        if (left > 0) open.set(owner, left)
        else open.delete(owner)
      }
    },
  }
}

/** Yield a job of this process, then each change of it, until it has ended or the signal fires. */
export async function* watchJob(job: Watched, signal: AbortSignal | undefined): AsyncGenerator<JobProgress> {
  const ended = new AbortController()
  const changes = on(job.changes, 'change', { signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal })
  try {
    let sent: JobProgress | null = null
    for (;;) {
      if (sent !== job.progress) {
        sent = job.progress
        yield sent
      }
      if (hasEnded(sent)) return
      // Several changes may have arrived meanwhile; only the newest matters.
      if (sent === job.progress) await changes.next()
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    ended.abort()
  }
}

/** Yield a job of another process by polling. @throws AppError NOT_FOUND for an unknown job, or another owner's */
export async function* watchRows(
  rows: JobRows | null,
  owner: string,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobProgress> {
  let sent = ''
  while (!signal?.aborted) {
    const progress = await rows?.find(owner, id)
    if (!progress) throw new AppError('NOT_FOUND')
    const news = `${progress.phase} ${progress.done} ${progress.total}`
    if (news !== sent) yield progress
    sent = news
    if (hasEnded(progress)) return
    await wait(beatMs, undefined, signal && { signal }).catch(() => undefined)
  }
}
