import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { codeOf } from '#shared/error-code.ts'
import { lockClasses } from './advisory-locks.ts'

/** Timeouts in seconds of a statement, a wait for a lock, and an idle transaction; 0 = none. */
export type SessionLimits = { statement: number; lock: number; idleTransaction: number }
export const noLimits: SessionLimits = { statement: 0, lock: 0, idleTransaction: 60 }
/**
 * A job's transaction may stay idle for longer than that of a call, while the job reads the data that it will write.
 * Seconds
 */
const jobIdle = 600

/** Return the configured limits of users' sessions and of job sessions. */
export function limitsOf({
  statementTimeout = 0,
  lockTimeout = 0,
  idleTransactionTimeout = 60,
  jobStatementTimeout = 0,
}: Partial<Pick<Config, 'statementTimeout' | 'lockTimeout' | 'idleTransactionTimeout' | 'jobStatementTimeout'>>): {
  limits: SessionLimits
  jobLimits: SessionLimits
} {
  // A statement timeout during a wait for a lock would advise a narrower range, which cannot help.
  const lock = statementTimeout > 0 && lockTimeout >= statementTimeout ? statementTimeout / 2 : lockTimeout
  const limits: SessionLimits = { statement: statementTimeout, lock, idleTransaction: idleTransactionTimeout }
  // A job waits for another job's lock for as long as its statement may take.
  const jobLimits: SessionLimits = { statement: jobStatementTimeout, lock: 0, idleTransaction: jobIdle }
  return { limits, jobLimits }
}

/**
 * The PostgreSQL settings of every session of the product, in one place. A direct connection gets them as it opens
 * (`startupOptions`); behind a pooler, where sessions are shared, they are defaults of the role in this database
 * (`settleRole`). A single transaction that needs other settings uses `set local`, which works both ways.
 */
export const sessionSettings = ({
  statement,
  lock,
  idleTransaction,
}: SessionLimits = noLimits): Readonly<Record<string, string>> => ({
  // Compiling a query of a few milliseconds costs more than running it.
  jit: 'off',
  statement_timeout: `${statement}s`,
  lock_timeout: Number.isInteger(lock) ? `${lock}s` : `${Math.round(lock * 1_000)}ms`,
  idle_in_transaction_session_timeout: `${idleTransaction}s`,
})

/** Format the settings for the start of a connection, so that they need no round trip. */
export const startupOptions = (settings: Readonly<Record<string, string>> = sessionSettings()): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const readOnlyTransaction = '25006'
const hasCode = (error: unknown, code: string): boolean => codeOf(error) === code

/**
 * Store the settings as defaults of our role in this database: a pooler such as PgBouncer refuses startup parameters,
 * and gives each transaction another session. A role may do so for itself. Sessions that the pooler has already opened
 * keep their settings. A read-only database stays unchanged.
 */
export async function settleRole(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>> = sessionSettings(),
): Promise<void> {
  const wanted = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const literals = wanted.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
  // Under a lock: of several processes that start together, two could fail with "tuple concurrently updated".
  const settle = `do $settle$
    declare setting text;
    begin
      perform pg_advisory_xact_lock(${lockClasses.role}, 0);
      foreach setting in array array[${literals}] loop
        if not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
            where s.setrole = (select oid from pg_roles where rolname = current_user) and d.datname = current_database() and setting = any(s.setconfig)) then
          execute format('alter role current_user in database %I set %I = %L', current_database(), split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1));
        end if;
      end loop;
    end $settle$`
  try {
    await client.query(settle)
  } catch (error) {
    if (!hasCode(error, readOnlyTransaction)) throw error
  }
}
