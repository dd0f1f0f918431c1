import { join } from 'node:path'
import { CompiledQuery, type Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { type EmbeddedEngine, startEmbedded } from './embedded.ts'
import { NamedStatementClient } from './named-statement-client.ts'
import { MarkedKysely } from './one-connection.ts'
import { openReplica, type Replica } from './open-replica.ts'
import { openPool, survive, types } from './postgres-pool.ts'
import { openStore } from './store/open-store.ts'
import type { Database } from './tables.ts'
import { refusedStart, unusable } from './unusable-database.ts'
import { type WriteProblem, watchWriteProblems } from './write-problem.ts'

export type OpenDatabase = {
  engine: 'embedded' | 'postgres'
  db: Kysely<Database>
  /** Null when none is configured. */
  replica: Replica | null
  pool: pg.Pool
  /** The engine behind the pool when it is the embedded one. */
  embedded: EmbeddedEngine | null
  /** @throws whatever stands between us and the database */
  ping(): Promise<void>
  /** Why nothing can be written at this moment; null = it can. @throws whatever stands between us and the database */
  writeProblem(): Promise<WriteProblem | null>
  /** Restores index-only scans after many rows have changed. */
  vacuum(tables: readonly (keyof Database)[]): Promise<void>
  close(): Promise<void>
}
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'> & Partial<Pick<Config, 'databasePooler' | 'databaseReadMaxLag'>>
export type OpenOptions = {
  /** An embedded store that lives as long as the process; for tests. */
  inMemory?: boolean
  /** Tar archive of a store to begin with. */
  template?: string
  /** A server whose data nobody needs tomorrow, such as that of a test run: fsync=off is fine there. */
  throwaway?: boolean
}

const isTable = /^[a-z_]+$/

function kyselyOn(pool: pg.Pool): Kysely<Database> {
  return new MarkedKysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** @throws UnusableDatabaseError when the server would lose acknowledged writes, or is too old. Source: trust.md D6 */
async function checkServer(pool: pg.Pool, options: OpenOptions, logger: Logger): Promise<void> {
  const answer = await pool.query<{ version: number; fsync: string; commit: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  )
  const settings = answer.rows[0]
  if (!settings) throw new Error('The database did not tell its settings')
  if (settings.version < 140_000) throw refusedStart('start.tooOld', { setting: 'DATABASE_URL', version: Math.floor(settings.version / 10_000) })
  if (settings.fsync === 'off' && !options.throwaway) throw refusedStart('start.fsync', { setting: 'DATABASE_URL' })
  if (settings.commit === 'off') logger.warn('the database runs with synchronous_commit=off: the last moments before a crash may be lost')
}

async function openPostgres(url: string, config: DatabaseConfig, options: OpenOptions, logger: Logger): Promise<OpenDatabase> {
  const { databasePooler = 'auto', databaseReadUrl, databaseReadMaxLag = 5 } = config
  const pool = await openPool(url, { pooler: databasePooler, logger }).catch((error: unknown) => {
    throw unusable(error, 'DATABASE_URL', url)
  })
  const db = kyselyOn(pool)
  // Before the first connection, so that it is watched too.
  const opened = common('postgres', db, pool, null)
  try {
    await checkServer(pool, options, logger)
    const replica =
      databaseReadUrl === null
        ? null
        : await openReplica({ url: databaseReadUrl, primaryUrl: url, primary: db, config: { databasePooler, databaseReadMaxLag }, logger })
    return {
      ...opened,
      replica,
      async close() {
        await replica?.close()
        await pool.end()
      },
    }
  } catch (error) {
    await pool.end()
    throw unusable(error, 'DATABASE_URL', url)
  }
}

/** Where the embedded database of a data folder lies; not there before the first start. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

async function openEmbedded(dataDir: string, options: OpenOptions, logger: Logger): Promise<OpenDatabase> {
  const template = options.template ?? null
  const embedded = options.inMemory ? startEmbedded({ directory: null, template }) : await openStore(embeddedFolder(dataDir), template)
  await embedded.ready
  if (!options.inMemory) logger.info('embedded database: for one process, up to about 20,000 devices; what was saved is on the disk before it is acknowledged')
  // The engine has one session: one connection, never given up for being idle.
  const pool = survive(
    new pg.Pool({
      Client: NamedStatementClient,
      types,
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => embedded.connect(),
      user: 'postgres',
      database: 'postgres',
      host: 'embedded',
      ssl: false,
    }),
    logger,
  )
  const db = kyselyOn(pool)
  return {
    ...common('embedded', db, pool, embedded),
    replica: null,
    async close() {
      await db.destroy()
      await embedded.close()
    },
  }
}

const common = (engine: OpenDatabase['engine'], db: Kysely<Database>, pool: pg.Pool, embedded: EmbeddedEngine | null) => ({
  engine,
  db,
  pool,
  embedded,
  async ping() {
    await pool.query('select 1')
  },
  writeProblem: watchWriteProblems(pool),
  async vacuum(tables: readonly (keyof Database)[]) {
    if (!tables.every((table) => isTable.test(table))) throw new Error('vacuum takes names of tables')
    const work = () => db.executeQuery(CompiledQuery.raw(`vacuum (analyze) ${tables.join(', ')}`))
    await (embedded ? embedded.maintain(work) : work())
  },
})

/**
 * Opens the database that the configuration names: PostgreSQL, or the embedded engine under DATA_DIR.
 * The caller holds the lock of DATA_DIR (lock.ts) when it is the embedded one.
 */
export function openDatabase(config: DatabaseConfig, logger: Logger, options: OpenOptions = {}): Promise<OpenDatabase> {
  return config.databaseUrl !== null && !options.inMemory
    ? openPostgres(config.databaseUrl, config, options, logger)
    : openEmbedded(config.dataDir, options, logger)
}
