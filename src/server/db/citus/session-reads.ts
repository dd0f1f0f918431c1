import { type Kysely, PostgresDialect, sql } from 'kysely'
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

/** The tables that the statement of a session reads, each with the name by which it reads it. */
export type SessionTables = Readonly<Record<'session' | 'app_user' | 'company' | 'membership', string>>
export const sessionTables: SessionTables = {
  session: 'session',
  app_user: 'app_user',
  company: 'company',
  membership: 'membership',
}

export type SessionReads = { db: Kysely<Database>; tables: SessionTables; close(): Promise<void> }

/**
 * Return for each table the name of its only part (shard), which is on this node: a copy of a table of all nodes, or a
 * table of the first node that refers to one. A table that Citus does not hold keeps its name.
 */
async function partsHere(db: Kysely<Database>): Promise<SessionTables> {
  const { rows } = await sql<{ table: string; part: string }>`
    select logicalrelid::text as "table", shard_name(logicalrelid, shardid) as part
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
    where logicalrelid = any(${Object.keys(sessionTables)}::text[]::regclass[]) and shardminvalue is null`.execute(db)
  return { ...sessionTables, ...Object.fromEntries(rows.map(({ table, part }) => [table, part])) }
}

/**
 * Open connections that only read the sessions of requests, if tenants are distributed over several nodes and no pooler
 * shares the connections; else null.
 * `nodeSettings` let each statement be planned for its values, which the statement of a session does not need. Citus would
 * plan it for each execution even so, because it joins several tables, and that takes a third of the time of a list:
 * the statement names their parts on this node, of which PostgreSQL keeps the plan.
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
    tables: await partsHere(db),
    close: () => pool.end(),
  }
}
