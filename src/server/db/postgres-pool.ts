import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { NamedStatementClient } from './named-statement-client.ts'
import { refuseSecondConnection } from './one-connection.ts'
import { noLimits, type SessionLimits, sessionSettings, settleRole, startupOptions } from './session-settings.ts'
import { renewWhenReadOnly } from './write-problem.ts'

const dateType = 1082
/** Dates stay `YYYY-MM-DD`; a bigint stays a text, so that none loses digits. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === dateType ? (text: string) => text : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const applicationName = 'coldfleet'

/** A connection that breaks must not end the process: the pool replaces an idle one, and anyone who has it in a transaction is told by his next statement. */
export function survive(pool: pg.Pool, logger: Logger): pg.Pool {
  pool.on('error', (error) =>
    logger.warn({ reason: error.message }, 'a database connection was lost; the pool opens another'),
  )
  pool.on('connect', (client) => client.on('error', () => undefined))
  return refuseSecondConnection(pool)
}

/**
 * Does something between us and PostgreSQL share sessions out? A pooler makes up the process number that it tells when a connection
 * opens, so it differs from the one that does the work. (One in session mode is taken for the same: that is safe, and a little slower.)
 */
async function isPooled(client: pg.Client): Promise<boolean> {
  const told = 'processID' in client ? client.processID : null
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== told
}

export type PoolOptions = {
  pooler: Config['databasePooler']
  logger: Logger
  /** How long a connection may take to open. */
  connectMs?: number
  /** What a session may do for how long. */
  limits?: SessionLimits
}
const mostConnections = 12
const usualConnectMs = 5_000

/** True when sessions are shared; then our role has its settings. @throws what is between us and the database */
async function findPooler(
  url: string,
  { pooler, logger, connectMs = usualConnectMs, limits }: PoolOptions,
): Promise<boolean> {
  if (pooler === 'none') return false
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: applicationName,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const pooled = pooler === 'transaction' || (await isPooled(client))
    if (pooled) {
      await settleRole(client, sessionSettings(limits))
      logger.info(
        'a connection pooler is in front of the database: statements go without names, settings lie with the role',
      )
    }
    return pooled
  } finally {
    await client.end().catch(() => undefined)
  }
}

function createPool(
  url: string,
  pooled: boolean,
  most: number,
  { logger, connectMs = usualConnectMs, limits }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: most,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: applicationName,
    ...(pooled ? {} : { Client: NamedStatementClient, options: startupOptions(sessionSettings(limits)) }),
  })
  return renewWhenReadOnly(survive(pool, logger))
}

/**
 * The connections of one PostgreSQL, opened as they are needed. Directly, statements keep their plans under names, which is what makes
 * lists fast; through a pooler in transaction mode a name would be known to another session than the next one.
 * @throws what is between us and the database
 */
export async function openPool(url: string, options: PoolOptions): Promise<pg.Pool> {
  return createPool(url, await findPooler(url, options), mostConnections, options)
}

/** Connections for the work of people, and few others for jobs. */
export type Pools = {
  people: pg.Pool
  jobs: pg.Pool
  /** How many there are of each at most. */
  most: { people: number; jobs: number }
  /** What a transaction of a job has to set itself, because a pooler hands it a session with the limits of people; else null. */
  jobSettings: Readonly<Record<string, string>> | null
}
const mostForJobs = 4

/**
 * Two pools on one PostgreSQL: an export, a feed or a vacuum takes no connection from people, and has limits of its own.
 * @throws what is between us and the database
 */
export async function openPools(
  url: string,
  { jobLimits = noLimits, ...options }: PoolOptions & { jobLimits?: SessionLimits | undefined },
): Promise<Pools> {
  const pooled = await findPooler(url, options)
  return {
    people: createPool(url, pooled, mostConnections, options),
    jobs: createPool(url, pooled, mostForJobs, { ...options, limits: jobLimits }),
    most: { people: mostConnections, jobs: mostForJobs },
    jobSettings: pooled ? sessionSettings(jobLimits) : null,
  }
}
