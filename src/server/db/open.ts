import { join } from 'node:path'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { isUrgent, type LoadClass } from '#server/load/load-classes.ts'
import { type DatabaseLanes, openLanes } from './connection-lanes.ts'
import { createEarlyReturn } from './early-return.ts'
import { type EmbeddedEngine, startEmbedded } from './embedded.ts'
import { NamedStatementClient } from './named-statements.ts'
import { openReplica, type Replica } from './open-replica.ts'
import { openPools, type Pools, survive, types } from './postgres-pool.ts'
import { limitsOf } from './session-settings.ts'
import { openStore } from './store/open-store.ts'
import type { Database } from './tables.ts'
import { refusedStart, unusable } from './unusable-database.ts'
import { type WriteProblem, watchWriteProblems } from './write-problem.ts'

export type OpenDatabase = {
  engine: 'embedded' | 'postgres'
  db: Kysely<Database>
  /** Null if none is configured. */
  replica: Replica | null
  pool: pg.Pool
  /** The primary for the calls of a class: no class holds the connections that more urgent calls need. */
  lane: DatabaseLanes
  /** The primary for long work: with its own limits and, on PostgreSQL, its own connections. */
  jobsDb: Kysely<Database>
  /** Time in ms that calls wait for a connection because all are lent; 0 = one is free. */
  connectionWaitMs(): number
  /**
   * Return whether long work holds the only connection of the embedded engine: a transaction, a vacuum or a copy. It
   * ends by itself, and no other call runs until then.
   */
  isHeld(): boolean
  /** A pooler in front of PostgreSQL shares its sessions. */
  isPooled: boolean
  /** The engine behind the pool if it is the embedded one. */
  embedded: EmbeddedEngine | null
  /** @throws the error of anything between this process and the database */
  ping(): Promise<void>
  /**
   * Return why the database accepts no writes now; null = it does. @throws the error of anything between this process
   * and the database
   */
  writeProblem(): Promise<WriteProblem | null>
  /** Restore index-only scans after many rows have changed. */
  vacuum(tables: readonly (keyof Database)[]): Promise<void>
  close(): Promise<void>
}
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'> &
  Partial<
    Pick<
      Config,
      | 'databasePooler'
      | 'databaseReadMaxLag'
      | 'statementTimeout'
      | 'lockTimeout'
      | 'idleTransactionTimeout'
      | 'jobStatementTimeout'
    >
  >
export type OpenOptions = {
  /** An embedded store in memory that ends with the process; for tests. */
  inMemory?: boolean
  /** Tar archive of an initial store. */
  template?: string
  /** A server with temporary data, such as that of a test run: fsync=off is acceptable. */
  throwaway?: boolean
}

const isTable = /^[a-z_]+$/

/**
 * Time in ms that a call waits for a connection; a job waits longer. On the embedded engine one of our feeds holds the
 * only connection for a while.
 */
const patienceMs = { people: 3_000, urgent: 5_000, embedded: 25_000, jobs: 60_000 }
/** The pool reserves one connection for direct use: health checks, and messages between processes. */
const keptBack = 1
/**
 * The embedded engine runs one statement at a time, and each statement queues anew: without this limit, less urgent
 * statements would be overtaken again and again.
 */
const embeddedLongWaitMs = 100
/** From this duration in ms on, a transaction on the embedded engine is long work. */
const longTransactionMs = 250
/** The name of the product's own work, which no call starts. */
const ownWork = 'coldfleet'

function lanesOf({
  people,
  jobs,
  most,
  jobSettings,
}: Pools): Pick<OpenDatabase, 'lane' | 'jobsDb' | 'connectionWaitMs'> {
  const ofPeople = openLanes(people, {
    capacity: most.people - keptBack,
    patienceMs: (load) => (isUrgent(load) ? patienceMs.urgent : patienceMs.people),
  })
  const settle =
    jobSettings &&
    ((trx: Transaction<Database>) =>
      sql`select ${sql.join(Object.entries(jobSettings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(
        trx,
      ))
  // All jobs are of one class, so no connections are reserved for more urgent ones.
  const ofJobs = openLanes(jobs, { capacity: most.jobs, patienceMs: () => patienceMs.jobs }, settle)
  return {
    lane: (load, name) => (load === 'heavy' ? ofJobs.lane('session', name) : ofPeople.lane(load, name)),
    jobsDb: ofJobs.lane('session', ownWork),
    connectionWaitMs: ofPeople.waitedMs,
  }
}

/** @throws UnusableDatabaseError if the server would lose acknowledged writes, or is too old. Source: trust.md D6 */
async function checkServer(pool: pg.Pool, options: OpenOptions, logger: Logger): Promise<void> {
  const answer = await pool.query<{ version: number; fsync: string; commit: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  )
  const settings = answer.rows[0]
  if (!settings) throw new Error('The database did not tell its settings')
  if (settings.version < 140_000)
    throw refusedStart('start.tooOld', { setting: 'DATABASE_URL', version: Math.floor(settings.version / 10_000) })
  if (settings.fsync === 'off' && !options.throwaway) throw refusedStart('start.fsync', { setting: 'DATABASE_URL' })
  if (settings.commit === 'off')
    logger.warn('the database runs with synchronous_commit=off: the last moments before a crash may be lost')
}

async function openPostgres(
  url: string,
  config: DatabaseConfig,
  options: OpenOptions,
  logger: Logger,
): Promise<OpenDatabase> {
  const { databasePooler = 'auto', databaseReadUrl, databaseReadMaxLag = 5 } = config
  const { limits, jobLimits } = limitsOf(config)
  const pools = await openPools(url, { pooler: databasePooler, logger, limits, jobLimits }).catch((error: unknown) => {
    throw unusable(error, 'DATABASE_URL', url)
  })
  const { people: pool, jobs, isPooled } = pools
  const lanes = lanesOf(pools)
  const db = lanes.lane('session', ownWork)
  // Before the first connection, so that this one is watched too.
  const opened = common({ engine: 'postgres', db, ...lanes, isHeld: () => false, isPooled, pool, embedded: null }, [
    jobs,
  ])
  try {
    await checkServer(pool, options, logger)
    const replica =
      databaseReadUrl === null
        ? null
        : await openReplica({
            url: databaseReadUrl,
            primaryUrl: url,
            primary: db,
            config: { databasePooler, databaseReadMaxLag },
            limits,
            logger,
          })
    return {
      ...opened,
      replica,
      async close() {
        await replica?.close()
        await Promise.all([pool.end(), jobs.end()])
      },
    }
  } catch (error) {
    await Promise.all([pool.end(), jobs.end()])
    throw unusable(error, 'DATABASE_URL', url)
  }
}

/** The folder of the embedded database in a data folder; it does not exist before the first start. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

async function openEmbedded(dataDir: string, options: OpenOptions, logger: Logger): Promise<OpenDatabase> {
  const template = options.template ?? null
  const embedded = options.inMemory
    ? startEmbedded({ directory: null, template })
    : await openStore(embeddedFolder(dataDir), template)
  await embedded.ready
  if (!options.inMemory)
    logger.info(
      'embedded database: for one process, up to about 20,000 devices; what was saved is on the disk before it is acknowledged',
    )
  // The engine has one session: one connection, never closed for being idle.
  const pool = survive(
    new pg.Pool({
      Client: NamedStatementClient,
      pipeline: true,
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
  const patience = (load: LoadClass) => (load === 'heavy' ? patienceMs.jobs : patienceMs.embedded)
  const earlyReturn = createEarlyReturn()
  const { lane, waitedMs } = openLanes(pool, {
    capacity: 1,
    patienceMs: patience,
    longWaitMs: embeddedLongWaitMs,
    earlyReturn,
  })
  const db = lane('session', ownWork)
  return {
    ...common({
      engine: 'embedded',
      db,
      lane,
      jobsDb: lane('heavy', ownWork),
      connectionWaitMs: waitedMs,
      isHeld: () => earlyReturn.transactionMs() >= longTransactionMs || embedded.progress().maintaining,
      isPooled: false,
      pool,
      embedded,
    }),
    replica: null,
    async close() {
      await earlyReturn.settled()
      await pool.end()
      await embedded.close()
    },
  }
}

type Parts = Pick<
  OpenDatabase,
  'engine' | 'db' | 'lane' | 'jobsDb' | 'connectionWaitMs' | 'isHeld' | 'isPooled' | 'pool' | 'embedded'
>
const common = ({ pool, embedded, ...parts }: Parts, otherPools: readonly pg.Pool[] = []) => ({
  ...parts,
  pool,
  embedded,
  async ping() {
    await pool.query('select 1')
  },
  writeProblem: watchWriteProblems(pool, otherPools),
  async vacuum(tables: readonly (keyof Database)[]) {
    if (!tables.every((table) => isTable.test(table))) throw new Error('vacuum takes names of tables')
    const work = () => parts.jobsDb.executeQuery(CompiledQuery.raw(`vacuum (analyze) ${tables.join(', ')}`))
    await (embedded ? embedded.maintain(work) : work())
  },
})

/**
 * Open the configured database: PostgreSQL, or the embedded engine under DATA_DIR. For the embedded engine the caller
 * holds the lock of DATA_DIR (folder-lock.ts).
 */
export function openDatabase(config: DatabaseConfig, logger: Logger, options: OpenOptions = {}): Promise<OpenDatabase> {
  return config.databaseUrl !== null && !options.inMemory
    ? openPostgres(config.databaseUrl, config, options, logger)
    : openEmbedded(config.dataDir, options, logger)
}
