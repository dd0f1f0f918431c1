import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { type FeedResult, hasEnded, type JobProgress } from '#shared/feed.ts'
import { defaultLanguage, type Language } from '#shared/i18n/index.ts'
import { createJobBeat } from './job-beat.ts'
import { createJobMemory, type Job, type JobMemory, type Starter } from './job-memory.ts'
import type { JobRows } from './job-rows.ts'
import { createStreams, watchJob, watchRows } from './job-streams.ts'

export type JobHandle = {
  id: string
  report(phase: JobProgress['phase'], done: number, total: number): void
  cancelled(): boolean
  /** Keeps the result in the transaction of what the job has done, so that neither is there without the other. */
  applied(trx: Transaction<Database>, result: FeedResult): Promise<void>
}

export type JobOptions = {
  /** Its failure is told in it. */
  language?: Language
  starter?: Starter
  /** The job keeps the only connection to the database to itself. */
  holdsDatabase?: boolean
}

export type Jobs = {
  /** Starts work off the request path; `owner` alone may watch and cancel it, at any process. @throws AppError BUSY when he has too many under way */
  start(
    owner: string,
    work: (job: JobHandle) => Promise<JobProgress['result']>,
    options?: JobOptions,
  ): Promise<JobProgress>
  /**
   * Who started a job with `token` that holds the only connection and still runs: nothing else can say who that is until it ends,
   * and nothing can end the session meanwhile, because that would have to be written.
   */
  starterOf(token: string): Viewer | null
  /** Does a running job keep the only connection to itself? */
  holdDatabase(): boolean
  /** @throws AppError NOT_FOUND for an unknown job, or another owner's */
  get(owner: string, id: string): Promise<JobProgress>
  /** The job as it stands, then each change of it, until it has ended or the signal fires. @throws AppError BUSY when its owner follows too many already */
  watch(owner: string, id: string, signal: AbortSignal | undefined): AsyncGenerator<JobProgress>
  /** Asks the job to end; it does where nothing is half done by that, and otherwise runs to its end. */
  cancel(owner: string, id: string): Promise<void>
  /** Work that nobody waits for but `close`; its failure is logged and nothing else. */
  later(name: string, work: () => Promise<void>): void
  /** Cancels what may be cancelled, with a line in the log for each, and waits for the rest. */
  close(): Promise<void>
}

/** Jobs of one owner at the same time. */
const mostRunning = 3

type JobsParts = {
  logger: Logger
  clock: () => Date
  /** Where other processes read of the jobs; null = there are none, and nothing is asked of the database. */
  rows: JobRows | null
}

type Work = (handle: JobHandle) => Promise<FeedResult | null>

/** Runs jobs of a memory to their end, and tells how each has ended. `isClosing` = the server stops. */
function createRun({ logger, rows }: JobsParts, memory: JobMemory, isClosing: () => boolean) {
  /** How a job has ended, for the other processes first: when this one says so, none of them says otherwise. */
  async function end(job: Job, change: Partial<JobProgress>): Promise<void> {
    job.isTold = false
    // Anyone who asks elsewhere hears after a while that it was lost.
    const isKept = job.isApplied && change.phase === 'done'
    await rows
      ?.end({ ...job.progress, ...change }, isKept)
      .catch((error: unknown) =>
        logger.warn({ err: error, job: job.progress.id }, 'other processes do not know how a job ended'),
      )
    memory.tell(job, change)
  }
  const handleOf = (job: Job): JobHandle => ({
    id: job.progress.id,
    cancelled: () => job.cancelled,
    report: (phase, done, total) => {
      if (!hasEnded(job.progress)) memory.tell(job, { phase, done, total })
    },
    async applied(trx, result) {
      // Its row is the transaction's until that has ended.
      job.isTold = false
      await rows?.keep(trx, job.progress.id, result)
      job.isApplied = true
    },
  })
  return async (job: Job, work: Work, language: Language): Promise<void> => {
    const { id } = job.progress
    try {
      const result = await work(handleOf(job))
      await end(job, { phase: 'done', result })
    } catch (error) {
      if (error instanceof AppError && error.code === 'CANCELLED') {
        if (isClosing())
          logger.warn({ job: id, owner: job.owner }, 'the server stops: a feed was given up, nothing of it was applied')
        return end(job, { phase: 'cancelled' })
      }
      const { appCode, message, details } = describeError(error, language, id)
      if (appCode === 'INTERNAL') logger.error({ err: error, job: id }, 'a job failed unexpectedly')
      await end(job, { phase: 'failed', result: details.feed ?? null, error: { code: appCode, message } })
    }
  }
}

/** A job before its work has begun. */
function newJob(owner: string, { starter, holdsDatabase = false }: JobOptions): Job {
  const begun = { phase: 'reading', done: 0, total: 0, result: null, error: null } as const
  return {
    owner,
    progress: { id: randomUUID(), ...begun, holdsDatabase },
    cancelled: false,
    endedAt: null,
    changes: new EventEmitter().setMaxListeners(0),
    starter: (holdsDatabase && starter) || null,
    isTold: true,
    isApplied: false,
  }
}

/** Work off the request path, remembered in this process; what it writes is in the database, all or nothing. */
export function createJobs(parts: JobsParts): Jobs {
  const { logger, clock, rows } = parts
  const memory = createJobMemory(clock)
  let closing = false
  const running = new Set<Promise<void>>()
  const follow = (work: Promise<void>): void => {
    running.add(work)
    work.finally(() => running.delete(work)).catch(() => undefined)
  }
  const run = createRun(parts, memory, () => closing)
  const streams = createStreams()
  const beat = rows && createJobBeat(rows, () => memory.all().filter(({ isTold }) => isTold))
  return {
    async start(owner, work, options = {}) {
      const { language = defaultLanguage } = options
      memory.forgetOld()
      if (memory.all().filter((job) => job.owner === owner && job.endedAt === null).length >= mostRunning)
        throw new AppError('BUSY')
      const job = newJob(owner, options)
      if (rows) await rows.insert(job.progress, owner, mostRunning, language)
      memory.add(job)
      beat?.()
      follow(run(job, work, language))
      return job.progress
    },
    starterOf: (token) => memory.all().find(({ starter }) => starter?.token === token)?.starter?.viewer ?? null,
    holdDatabase: () => memory.all().some(({ endedAt, progress }) => endedAt === null && progress.holdsDatabase),
    async get(owner, id) {
      const progress = memory.of(owner, id)?.progress ?? (await rows?.find(owner, id))
      if (!progress) throw new AppError('NOT_FOUND')
      return progress
    },
    watch: (owner, id, signal) => {
      const job = memory.of(owner, id)
      return streams.limit(owner, () => (job ? watchJob(job, signal) : watchRows(rows, owner, id, signal)))
    },
    async cancel(owner, id) {
      const job = memory.of(owner, id)
      if (job) job.cancelled = true
      else if (!(await rows?.cancel(owner, id))) throw new AppError('NOT_FOUND')
    },
    later(name, work) {
      follow(
        work().catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          logger.warn({ reason, name }, 'work in the background failed')
        }),
      )
    },
    async close() {
      closing = true
      for (const job of memory.all()) job.cancelled = true
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
