import { join } from 'node:path'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { isUrgent, type LoadClass } from '#server/load/classes.ts'
import { type DatabaseLanes, openLanes } from './connection-lanes.ts'
import { createEarlyReturn } from './early-return.ts'
import { type EmbeddedEngine, startEmbedded } from './embedded.ts'
import { NamedStatementClient } from './named-statement-client.ts'
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
  /** Null when none is configured. */
  replica: Replica | null
  pool: pg.Pool
  /** The primary for the calls of a class: none holds the connections that more urgent ones need. */
  lane: DatabaseLanes
  /** The primary for what takes long: limits and, on PostgreSQL, connections of its own. */
  jobsDb: Kysely<Database>
  /** How long, in ms, calls wait for a connection because all are lent; 0 = one is free. */
  connectionWaitMs(): number
  /** The engine behind the pool when it is the embedded one. */
  embedded: EmbeddedEngine | null
  /** @throws whatever is between us and the database */
  ping(): Promise<void>
  /** Why nothing can be written at this moment; null = it can. @throws whatever is between us and the database */
  writeProblem(): Promise<WriteProblem | null>
  /** Restores index-only scans after many rows have changed. */
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
  /** An embedded store that lives as long as the process; for tests. */
  inMemory?: boolean
  /** Tar archive of a store to begin with. */
  template?: string
  /** A server whose data nobody needs tomorrow, such as that of a test run: fsync=off is fine there. */
  throwaway?: boolean
}

const isTable = /^[a-z_]+$/

/** How long, in ms, a call waits for a connection; a job has time. On the embedded engine a feed of our own keeps the only one for a while. */
const patienceMs = { people: 3_000, urgent: 5_000, embedded: 25_000, jobs: 60_000 }
/** The pool keeps one for what asks it directly: health, and what tells the processes of each other. */
const keptBack = 1
/** The embedded engine does one thing at a time, and each statement asks anew: what is less urgent would be passed again and again. */
const embeddedLongWaitMs = 100
/** No call: what the product asks for itself. */
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
  // Jobs are all of one class, so what is kept for more urgent ones is not kept from them.
  const ofJobs = openLanes(jobs, { capacity: most.jobs, patienceMs: () => patienceMs.jobs }, settle)
  return {
    lane: (load, name) => (load === 'heavy' ? ofJobs.lane('session', name) : ofPeople.lane(load, name)),
    jobsDb: ofJobs.lane('session', ownWork),
    connectionWaitMs: ofPeople.waitedMs,
  }
}

/** @throws UnusableDatabaseError when the server would lose acknowledged writes, or is too old. Source: trust.md D6 */
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
  const { people: pool, jobs } = pools
  const lanes = lanesOf(pools)
  const db = lanes.lane('session', ownWork)
  // Before the first connection, so that it is watched too.
  const opened = common({ engine: 'postgres', db, ...lanes, pool, embedded: null }, [jobs])
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

/** Where the embedded database of a data folder lies; not there before the first start. */
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
  // The engine has one session: one connection, never given up for being idle.
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

type Parts = Pick<OpenDatabase, 'engine' | 'db' | 'lane' | 'jobsDb' | 'connectionWaitMs' | 'pool' | 'embedded'>
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
 * Opens the database that the configuration names: PostgreSQL, or the embedded engine under DATA_DIR.
 * The caller holds the lock of DATA_DIR (lock.ts) when it is the embedded one.
 */
export function openDatabase(config: DatabaseConfig, logger: Logger, options: OpenOptions = {}): Promise<OpenDatabase> {
  return config.databaseUrl !== null && !options.inMemory
    ? openPostgres(config.databaseUrl, config, options, logger)
    : openEmbedded(config.dataDir, options, logger)
}
