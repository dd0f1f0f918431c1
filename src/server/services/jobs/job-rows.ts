import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import { unhurried } from '#server/db/asynchronous-commit.ts'
import type { JobTable } from '#server/db/process-tables.ts'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import { AppError } from '#shared/errors.ts'
import {
  type FeedError,
  type FeedResult,
  hasEnded,
  type JobProgress,
  maxKeptErrors,
  withKeptErrors,
} from '#shared/feed.ts'
import type { Language } from '#shared/i18n/index.ts'

/** The jobs of all processes on one PostgreSQL, as rows that each of them reads. */
export type JobRows = {
  /** @throws AppError BUSY when `most` jobs of the owner run already, in any process */
  insert(job: JobProgress, owner: string, most: number, language: Language): Promise<void>
  /**
   * Publish the progress of a job of this process, and that the process lives. @returns whether a cancel was requested
   */
  tell(job: JobProgress): Promise<{ cancelRequested: boolean }>
  /** Store the result in the transaction of the job's changes: it is done even if the process dies afterwards. */
  keep(trx: Transaction<Database>, id: string, result: FeedResult): Promise<void>
  /** Store how a job has ended; with `isKept` its result is stored already. */
  end(job: JobProgress, isKept: boolean): Promise<void>
  /**
   * Return a job. When its process is silent, mark it as done if its result is stored, or as failed with nothing
   * applied. Null = the owner has no job with this id.
   */
  find(owner: string, id: string): Promise<JobProgress | null>
  /** @returns false when the owner has no job with this id */
  cancel(owner: string, id: string): Promise<boolean>
}

/** A process without a heartbeat for this long is dead: it normally sends several a second. */
const silentSeconds = 20
const keptHours = 1
const errorsAtOnce = 5_000
const newline = 10

/** Compress all errors of a job, a list of some thousands per line; other work runs between the lines. */
async function packed(errors: readonly FeedError[]): Promise<Buffer> {
  async function* lines() {
    for (let at = 0; at < errors.length; at += errorsAtOnce) {
      yield `${JSON.stringify(errors.slice(at, at + errorsAtOnce))}\n`
      await turn()
    }
  }
  return buffer(Readable.from(lines()).pipe(createGzip()))
}

async function unpacked(bytes: Buffer): Promise<FeedError[]> {
  const text = await promisify(gunzip)(bytes)
  const errors: FeedError[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(newline, at)
    for (const error of JSON.parse(text.toString('utf8', at, end)) as FeedError[]) errors.push(error)
    at = end + 1
    await turn()
  }
  return errors
}

async function withErrors({ reasonCounts, ...result }: FeedResult, packedErrors: Buffer): Promise<FeedResult> {
  const errors = await unpacked(packedErrors)
  // A complete list of errors needs no separate counts by reason.
  return { ...result, errors, ...(reasonCounts && errors.length < result.errorCount ? { reasonCounts } : {}) }
}

/** Return the columns of a result: the first errors for display, and all errors packed if there are more. */
const columnsOf = async (result: FeedResult) => ({
  result: JSON.stringify(withKeptErrors(result)),
  errors: result.errors.length > maxKeptErrors ? await packed(result.errors) : null,
})

async function progressOf(row: Selectable<JobTable>): Promise<JobProgress> {
  const { id, phase, done, total, errors, error } = row
  // The result may be stored before the end: the client needs it to know where its next reading begins.
  const result = hasEnded(row) ? row.result : null
  const whole = result && errors ? await withErrors(result, errors) : result
  // Until the job fails, `error` holds the error to report if its process dies.
  return { id, phase, done, total, result: whole, error: phase === 'failed' ? error : null, holdsDatabase: false }
}

const silent = sql<boolean>`ended_at is null and heartbeat_at < now() - ${silentSeconds} * interval '1 second'`

/** Delete jobs that ended long ago, and insert one. @throws AppError BUSY when `most` jobs of its owner run already */
async function insertUnlessBusy(
  trx: Transaction<Database>,
  row: Pick<Insertable<JobTable>, 'id' | 'owner' | 'phase' | 'process' | 'error'>,
  most: number,
): Promise<void> {
  await sql`select ${lock('jobs', sql`hashtext(${row.owner})`)}`.execute(trx)
  await trx.deleteFrom('job').where(sql<boolean>`ended_at < now() - ${keptHours} * interval '1 hour'`).execute()
  const running = trx
    .selectFrom('job')
    .select('id')
    .where('owner', '=', row.owner)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`not (${silent})`)
  if ((await running.execute()).length >= most) throw new AppError('BUSY')
  await trx
    .insertInto('job')
    .values({ ...row, result: null, errors: null, ended_at: null })
    .execute()
}

async function read(
  db: Kysely<Database>,
  owner: string,
  id: string,
): Promise<(Selectable<JobTable> & { silent: boolean }) | null> {
  const query = db
    .selectFrom('job')
    .selectAll()
    .select(silent.as('silent'))
    .where('id', '=', id)
    .where('owner', '=', owner)
  return (await query.executeTakeFirst()) ?? null
}

/** Write progress outside of the jobs' own transactions, and without waiting for the disk. */
export function createJobRows(db: Kysely<Database>): JobRows {
  const here = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  return {
    insert({ id, phase }, owner, most, language) {
      const { appCode: code, message } = describeError(new AppError('JOB_LOST'), language, id)
      const row = { id, owner, phase, process: here, error: JSON.stringify({ code, message }) }
      return db.transaction().execute((trx) => insertUnlessBusy(trx, row, most))
    },
    async tell({ id, phase, done, total }) {
      const { rows } = await sql<{
        wanted: boolean
      }>`${unhurried} update job set phase = ${phase}, done = ${done}, total = ${total}, heartbeat_at = now()
        from unhurried where id = ${id} and ended_at is null returning cancel_requested as wanted`.execute(db)
      return { cancelRequested: rows[0]?.wanted === true }
    },
    async keep(trx, id, result) {
      await trx
        .updateTable('job')
        .set(await columnsOf(result))
        .where('id', '=', id)
        .execute()
    },
    async end({ id, phase, done, total, result, error }, isKept) {
      const columns = isKept || result === null ? {} : await columnsOf(result)
      await db
        .updateTable('job')
        .set({ ...columns, phase, done, total, error: error && JSON.stringify(error), ended_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
    },
    async find(owner, id) {
      const row = await read(db, owner, id)
      if (row === null || !row.silent) return row && progressOf(row)
      await sql`update job set phase = case when result is null then 'failed' else 'done' end, ended_at = now() where id = ${id} and ${silent}`.execute(
        db,
      )
      const settled = await read(db, owner, id)
      return settled && progressOf(settled)
    },
    async cancel(owner, id) {
      const known = await db
        .updateTable('job')
        .set({ cancel_requested: true })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returning('id')
        .execute()
      return known.length > 0
    },
  }
}
