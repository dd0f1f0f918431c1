import { type Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { MarkedKysely } from '#server/db/one-connection.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { createDirectPool } from '#server/db/postgres-pool.ts'
import { limitsOf } from '#server/db/session-settings.ts'
import type { Database } from '#server/db/tables.ts'
import { isSpread } from './sharded-tables.ts'

/** The sessions of all requests of one turn are read by one statement, so few connections are used at once. */
const most = 2

export type SessionReads = { db: Kysely<Database>; close(): Promise<void> }

/**
 * Open connections that only read the sessions of requests, if tenants are distributed over several nodes and no pooler
 * shares the connections; else null.
 * `nodeSettings` let each statement be planned for its values. The statement of a session needs no values, but joins
 * tables that are copied to each node: to plan it takes Citus a third of the time of a list.
 * @throws the error of anything between this process and the database
 */
export async function openSessionReads(
  { db, isPooled }: Pick<OpenDatabase, 'db' | 'isPooled'>,
  config: Config,
  logger: Logger,
): Promise<SessionReads | null> {
  const { databaseUrl } = config
  if (databaseUrl === null || isPooled || !(await isSpread(db))) return null
  const { limits } = limitsOf(config)
  const pool = createDirectPool(databaseUrl, most, { plan_cache_mode: 'auto' }, { logger, limits })
  return {
    db: new MarkedKysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    close: () => pool.end(),
  }
}
