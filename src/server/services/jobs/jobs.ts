import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, messageOf } from '#shared/errors.ts'
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
  /** Store the result in the transaction of the job's changes, so that neither exists without the other. */
  applied(trx: Transaction<Database>, result: FeedResult): Promise<void>
}

export type JobOptions = {
  /** Language of its error message. */
  language?: Language
  starter?: Starter
  /** The job holds the only connection of the embedded database. */
  holdsDatabase?: boolean
}

export type Jobs = {
  /**
   * Start a job off the request path; only `owner` may watch and cancel it, from any process.
   * @throws AppError BUSY when the owner runs too many
   */
  start(
    owner: string,
    work: (job: JobHandle) => Promise<JobProgress['result']>,
    options?: JobOptions,
  ): Promise<JobProgress>
  /**
   * Return the user who started, with `token`, a running job that holds the only connection. Until the job ends, the
   * database cannot resolve the token, and no write can end the session.
   */
  starterOf(token: string): Viewer | null
  /** Return whether a running job holds the only connection. */
  holdDatabase(): boolean
  /** @throws AppError NOT_FOUND for an unknown job, or another owner's */
  get(owner: string, id: string): Promise<JobProgress>
  /**
   * Yield the job, then each change of it, until it has ended or the signal fires.
   * @throws AppError BUSY when its owner watches too many already
   */
  watch(owner: string, id: string, signal: AbortSignal | undefined): AsyncGenerator<JobProgress>
  /** Request a cancel; the job ends only where nothing is half done, and otherwise runs to its end. */
  cancel(owner: string, id: string): Promise<void>
  /** Run work in the background; only `close` waits for it, and a failure is only logged. */
  later(name: string, work: () => Promise<void>): void
  /** Cancel all jobs that allow it, log each, and wait for the rest. */
  close(): Promise<void>
}

/** Maximum number of running jobs of one owner. */
const mostRunning = 3

type JobsParts = {
  logger: Logger
  clock: () => Date
  /** The job table that other processes read; null = a single process, so the database is not used for jobs. */
  rows: JobRows | null
}

type Work = (handle: JobHandle) => Promise<FeedResult | null>

/**
 * Create the function that runs a job of `memory` to its end and records the outcome. `isClosing` = the server stops.
 */
function createRun({ logger, rows }: JobsParts, memory: JobMemory, isClosing: () => boolean) {
  /** Record the end for other processes first, so that none of them contradicts this one. */
  async function end(job: Job, change: Partial<JobProgress>): Promise<void> {
    job.isPublished = false
    // If this fails, other processes report the job as lost after a while.
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
      // The transaction locks the job's row until it ends: the heartbeat must not write it.
      job.isPublished = false
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

/** Create the state of a job that has not begun. */
function newJob(owner: string, { starter, holdsDatabase = false }: JobOptions): Job {
  const begun = { phase: 'reading', done: 0, total: 0, result: null, error: null } as const
  return {
    owner,
    progress: { id: randomUUID(), ...begun, holdsDatabase },
    cancelled: false,
    endedAt: null,
    changes: new EventEmitter().setMaxListeners(0),
    starter: (holdsDatabase && starter) || null,
    isPublished: true,
    isApplied: false,
  }
}

/** Run jobs off the request path, kept in the memory of this process; their writes are all or nothing. */
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
  const beat = rows && createJobBeat(rows, () => memory.all().filter(({ isPublished }) => isPublished))
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
          const reason = messageOf(error)
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
