import type { JobProgress } from '#shared/feed.ts'

export type JobHandle = { id: string; report(phase: JobProgress['phase'], done: number, total: number): void; cancelled(): boolean }

export type Jobs = {
  /** Starts work off the request path; `owner` alone may watch and cancel it. */
  start(owner: string, work: (job: JobHandle) => Promise<JobProgress['result']>): JobProgress
  /** @throws AppError NOT_FOUND for an unknown job, or another owner's */
  get(owner: string, id: string): JobProgress
  watch(owner: string, id: string, signal: AbortSignal | undefined): AsyncGenerator<JobProgress>
  cancel(owner: string, id: string): void
  close(): Promise<void>
}
