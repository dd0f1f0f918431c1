import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { tryLock } from '#server/db/advisory-locks.ts'
import { sqlStateOf } from '#server/db/sql-states.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { isTable, type MonthTable } from './month-table.ts'

/** How long the change of one month may block readers of any month. */
const lockTimeout = '250ms'
const lockNotHad = '55P03'

/** The steps of a change in their order. Tests make them fail. */
export type Step =
  | 'watched'
  | 'made'
  | 'filled'
  | 'keyed'
  | 'stored'
  | 'checked'
  | 'locked'
  | 'detached'
  | 'attached'
  | 'noted'
export type Changing = {
  /** The engine has one connection: long work runs in pieces, so that other requests can run in between. */
  embedded: boolean
  /** Number of attempts for a lock that readers block, and ms between them; by default a minute in total. */
  tries?: number
  pauseMs?: number
  signal?: AbortSignal
  at?: (step: Step) => Promise<void> | void
}

/** @throws AppError BUSY when another process is changing the month */
export async function lockChanging(trx: Transaction<Database>, { first }: MonthTable): Promise<void> {
  const { rows } = await sql<{
    locked: boolean
  }>`select ${tryLock('month', sql`to_char(${first}::date, 'YYYYMM')`)} as locked`.execute(trx)
  if (rows[0]?.locked !== true) throw new AppError('BUSY')
}

/**
 * Take a lock that blocks readers, with a short timeout for each attempt.
 * @throws AppError BUSY when readers held it in every attempt
 */
export async function lockBriefly(
  trx: Transaction<Database>,
  lock: ReturnType<typeof sql>,
  { tries = 30, pauseMs = 2_000, signal }: Changing,
): Promise<void> {
  for (let left = tries; ; left -= 1) {
    signal?.throwIfAborted()
    await sql`savepoint locking`.execute(trx)
    try {
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx)
      await lock.execute(trx)
      await sql`release savepoint locking`.execute(trx)
      return
    } catch (error) {
      if (sqlStateOf(error) !== lockNotHad) throw error
      await sql`rollback to savepoint locking`.execute(trx)
      if (left <= 1) throw new AppError('BUSY', {}, error)
      await wait(pauseMs)
    }
  }
}

/** Record each write into the month from now on. The caller holds a lock against writers. */
export async function watchWrites(trx: Transaction<Database>, table: string, { first }: MonthTable): Promise<void> {
  const month = sql.lit(first)
  await sql`create or replace trigger history_month_written after insert or update or delete on ${sql.table(table)} for each row
    when (current_setting('coldfleet.written_month', true) is distinct from ${month}) execute function history_month_written(${month})`.execute(
    trx,
  )
}

/** Return whether the month was written since recording began. */
export async function isWritten(db: Db, { first }: MonthTable): Promise<boolean> {
  const { rows } = await sql<{
    written: boolean
  }>`select exists (select from history_write where month = ${first}::date) as written`.execute(db)
  return rows[0]?.written === true
}

/**
 * Replace the month by its copy. All changes take effect together at the end of the transaction, and readers wait only
 * briefly.
 * @throws AppError BUSY when the month was written while its copy was made, or when readers held the lock in every
 * attempt
 */
export async function swapIn(trx: Transaction<Database>, month: MonthTable, changing: Changing): Promise<void> {
  const { name, copy, first, next } = month
  const there = await isTable(trx, name)
  // Lock the table before its partition, in the order in which readers lock them.
  if (there)
    await lockBriefly(
      trx,
      sql`lock table only device_daily, only ${sql.table(name)} in access exclusive mode`,
      changing,
    )
  await changing.at?.('locked')
  if (there) {
    if (await isWritten(trx, month)) throw new AppError('BUSY')
    await sql`alter table device_daily detach partition ${sql.table(name)}`.execute(trx)
    await sql`drop table ${sql.table(name)}`.execute(trx)
  }
  await changing.at?.('detached')
  await sql`alter table ${sql.table(copy)} rename to ${sql.ref(name)}`.execute(trx)
  await sql`alter table ${sql.table(name)} rename constraint ${sql.ref(`${copy}_pkey`)} to ${sql.ref(`${name}_pkey`)}`.execute(
    trx,
  )
  await watchWrites(trx, name, month)
  const attach = sql`alter table device_daily attach partition ${sql.table(name)} for values from (${sql.lit(first)}) to (${sql.lit(next)})`
  await lockBriefly(trx, attach, changing)
  await sql`alter table ${sql.table(name)} drop constraint ${sql.ref(`${copy}_days`)}`.execute(trx)
  await changing.at?.('attached')
  await sql`insert into history_month (month, state, closed_at) values (${first}::date, 'closed', now())
    on conflict (month) do update set state = 'closed', closed_at = excluded.closed_at, archived_at = null, file_name = null`.execute(
    trx,
  )
  await changing.at?.('noted')
}
