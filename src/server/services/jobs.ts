import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { type FeedResult, hasEnded, type JobProgress, withKeptErrors } from '#shared/feed.ts'
import { defaultLanguage, type Language } from '#shared/i18n/index.ts'
import { createJobBeat } from './job-beat.ts'
import type { JobRows } from './job-rows.ts'
import { createStreams, watchJob, watchRows } from './job-streams.ts'

export type JobHandle = {
  id: string
  report(phase: JobProgress['phase'], done: number, total: number): void
  cancelled(): boolean
  /** Keeps the result in the transaction of what the job has done, so that neither is there without the other. */
  applied(trx: Transaction<Database>, result: FeedResult): Promise<void>
}

/** Anyone who starts a job, and the token he did it with (null = none). */
export type Starter = { token: string | null; viewer: Viewer }
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

type Job = {
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
/** Jobs of one owner at the same time. */
const mostRunning = 3

type JobsParts = {
  logger: Logger
  clock: () => Date
  /** Where other processes read of the jobs; null = there are none, and nothing is asked of the database. */
  rows: JobRows | null
}

/** Work off the request path, remembered in this process; what it writes is in the database, all or nothing. */
export function createJobs({ logger, clock, rows }: JobsParts): Jobs {
  const jobs = new Map<string, Job>()
  let closing = false
  const running = new Set<Promise<void>>()

  const follow = (work: Promise<void>): void => {
    running.add(work)
    work.finally(() => running.delete(work)).catch(() => undefined)
  }
  const shorten = (newest: Job): void => {
    let errors = newest.progress.result?.errors.length ?? 0
    for (const job of [...jobs.values()].reverse()) {
      const { result } = job.progress
      if (job === newest || result === null) continue
      errors += result.errors.length
      if (errors > mostErrors) job.progress = { ...job.progress, result: withKeptErrors(result) }
    }
  }
  const tell = (job: Job, change: Partial<JobProgress>): void => {
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
  const streams = createStreams()
  const here = (owner: string, id: string): Job | null => {
    const job = jobs.get(id)
    return job?.owner === owner ? job : null
  }
  const beat = rows && createJobBeat(rows, () => [...jobs.values()].filter(({ isTold }) => isTold))

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
    tell(job, change)
  }

  async function run(
    job: Job,
    work: (handle: JobHandle) => Promise<FeedResult | null>,
    language: Language,
  ): Promise<void> {
    const { id } = job.progress
    const handle: JobHandle = {
      id,
      cancelled: () => job.cancelled,
      report: (phase, done, total) => {
        if (!hasEnded(job.progress)) tell(job, { phase, done, total })
      },
      async applied(trx, result) {
        // Its row is the transaction's until that has ended.
        job.isTold = false
        await rows?.keep(trx, id, result)
        job.isApplied = true
      },
    }
    try {
      const result = await work(handle)
      await end(job, { phase: 'done', result })
    } catch (error) {
      if (error instanceof AppError && error.code === 'CANCELLED') {
        if (closing)
          logger.warn({ job: id, owner: job.owner }, 'the server stops: a feed was given up, nothing of it was applied')
        return end(job, { phase: 'cancelled' })
      }
      const { appCode, message, details } = describeError(error, language, id)
      if (appCode === 'INTERNAL') logger.error({ err: error, job: id }, 'a job failed unexpectedly')
      await end(job, { phase: 'failed', result: details.feed ?? null, error: { code: appCode, message } })
    }
  }

  return {
    async start(owner, work, { language = defaultLanguage, starter, holdsDatabase = false } = {}) {
      forgetOld()
      if ([...jobs.values()].filter((job) => job.owner === owner && job.endedAt === null).length >= mostRunning)
        throw new AppError('BUSY')
      const progress: JobProgress = {
        id: randomUUID(),
        phase: 'reading',
        done: 0,
        total: 0,
        result: null,
        error: null,
        holdsDatabase,
      }
      const changes = new EventEmitter().setMaxListeners(0)
      const job: Job = {
        owner,
        progress,
        cancelled: false,
        endedAt: null,
        changes,
        starter: (holdsDatabase && starter) || null,
        isTold: true,
        isApplied: false,
      }
      if (rows) await rows.insert(progress, owner, mostRunning, language)
      jobs.set(progress.id, job)
      beat?.()
      follow(run(job, work, language))
      return job.progress
    },
    starterOf: (token) => [...jobs.values()].find(({ starter }) => starter?.token === token)?.starter?.viewer ?? null,
    holdDatabase: () => [...jobs.values()].some(({ endedAt, progress }) => endedAt === null && progress.holdsDatabase),
    async get(owner, id) {
      const progress = here(owner, id)?.progress ?? (await rows?.find(owner, id))
      if (!progress) throw new AppError('NOT_FOUND')
      return progress
    },
    watch: (owner, id, signal) => {
      const job = here(owner, id)
      return streams.limit(owner, () => (job ? watchJob(job, signal) : watchRows(rows, owner, id, signal)))
    },
    async cancel(owner, id) {
      const job = here(owner, id)
      if (job) job.cancelled = true
      else if (!(await rows?.cancel(owner, id))) throw new AppError('NOT_FOUND')
    },
    later(name, work) {
      follow(
        work().catch((error: unknown) => {
          logger.warn(
            { reason: error instanceof Error ? error.message : String(error), name },
            'work in the background failed',
          )
        }),
      )
    },
    async close() {
      closing = true
      for (const job of jobs.values()) job.cancelled = true
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
