import type pg from 'pg'
import type { Config } from '#server/config.ts'

/** How long, in seconds, a statement may run, wait for a lock, and a transaction ask nothing; 0 = for ever. */
export type SessionLimits = { statement: number; lock: number; idleTransaction: number }
export const noLimits: SessionLimits = { statement: 0, lock: 0, idleTransaction: 60 }
/** A job may let a transaction rest for longer than a call, while it reads what it writes. Seconds */
const jobIdle = 600

/** The limits of people's sessions and of those of jobs, as the configuration sets them. */
export function limitsOf({
  statementTimeout = 0,
  lockTimeout = 0,
  idleTransactionTimeout = 60,
  jobStatementTimeout = 0,
}: Partial<Pick<Config, 'statementTimeout' | 'lockTimeout' | 'idleTransactionTimeout' | 'jobStatementTimeout'>>): {
  limits: SessionLimits
  jobLimits: SessionLimits
} {
  // A statement that ends while it waits for a lock would be told to narrow its range, which cannot help.
  const lock = statementTimeout > 0 && lockTimeout >= statementTimeout ? statementTimeout / 2 : lockTimeout
  const limits: SessionLimits = { statement: statementTimeout, lock, idleTransaction: idleTransactionTimeout }
  // A job that waits for another's lock waits as long as its statement may take.
  const jobLimits: SessionLimits = { statement: jobStatementTimeout, lock: 0, idleTransaction: jobIdle }
  return { limits, jobLimits }
}

/**
 * What every session of the product has set in PostgreSQL: the one place for it. A connection of one's own gets them as it opens
 * (`startupOptions`); behind a pooler, where a session is shared, they are defaults of the role in this database (`settleRole`).
 * What a single transaction needs otherwise it sets itself by `set local`, which works both ways.
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

/** The settings as PostgreSQL takes them while a connection opens: no round trip of their own. */
export const startupOptions = (settings: Readonly<Record<string, string>> = sessionSettings()): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const readOnlyTransaction = '25006'
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Makes the settings defaults of our role in this database: a pooler such as PgBouncer refuses startup parameters, and hands each
 * transaction another session. A role may do so for itself. Sessions that the pooler has open already keep what they have.
 * A database that takes no writes is left as it is.
 */
export async function settleRole(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>> = sessionSettings(),
): Promise<void> {
  const wanted = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const literals = wanted.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
  // Under a lock: of several processes that start together one writes, and two would meet "tuple concurrently updated".
  const settle = `do $settle$
    declare setting text;
    begin
      perform pg_advisory_xact_lock(hashtext('coldfleet.session settings'));
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
