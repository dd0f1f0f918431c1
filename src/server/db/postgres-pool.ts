import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { NamedStatementClient } from './named-statements.ts'
import { refuseSecondConnection } from './one-connection.ts'
import { noLimits, type SessionLimits, sessionSettings, settleRole, startupOptions } from './session-settings.ts'
import { renewWhenReadOnly } from './write-problem.ts'

const dateType = 1082
/** Dates stay `YYYY-MM-DD`; a bigint stays a text, so that it loses no digits. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === dateType ? (text: string) => text : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const applicationName = 'coldfleet'

/**
 * Keep the process alive if a connection breaks: the pool replaces an idle one, and in a transaction the next statement
 * fails.
 */
export function survive(pool: pg.Pool, logger: Logger): pg.Pool {
  pool.on('error', (error) =>
    logger.warn({ reason: error.message }, 'a database connection was lost; the pool opens another'),
  )
  pool.on('connect', (client) => client.on('error', () => undefined))
  return refuseSecondConnection(pool)
}

/**
 * Does a pooler between this process and PostgreSQL share sessions? A pooler invents the process number that it sends
 * when a connection opens, so it differs from the number of the server process. (One in session mode is also detected
 * as sharing: that is safe, and a little slower.)
 */
async function isPooled(client: pg.Client): Promise<boolean> {
  const processId = 'processID' in client ? client.processID : null
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== processId
}

export type PoolOptions = {
  pooler: Config['databasePooler']
  logger: Logger
  /** Timeout for opening a connection. */
  connectMs?: number
  /** Timeouts of a session. */
  limits?: SessionLimits
}
/** Settings by name, as PostgreSQL writes them. */
type Settings = Readonly<Record<string, string>>
const mostConnections = 12
const usualConnectMs = 5_000

/**
 * Are sessions shared? Then the role has its settings. @throws the error of anything between this process and the
 * database
 */
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
  { logger, connectMs = usualConnectMs, limits }: Omit<PoolOptions, 'pooler'>,
  further: Settings = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: most,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: applicationName,
    ...(pooled
      ? {}
      : { Client: NamedStatementClient, options: startupOptions({ ...sessionSettings(limits), ...further }) }),
  })
  return renewWhenReadOnly(survive(pool, logger))
}

/**
 * Open the connections of one PostgreSQL on demand. Direct connections keep plans of named statements, which makes
 * lists fast; through a pooler in transaction mode the next session would not know the name.
 * @throws the error of anything between this process and the database
 */
export async function openPool(url: string, options: PoolOptions): Promise<pg.Pool> {
  return createPool(url, await findPooler(url, options), mostConnections, options)
}

/** Return a few connections with further settings of their own. No pooler may be in front: it shares sessions. */
export const createDirectPool = (
  url: string,
  most: number,
  settings: Settings,
  options: Omit<PoolOptions, 'pooler'>,
): pg.Pool => createPool(url, false, most, options, settings)

/** Connections for users' requests, and a few for jobs. */
export type Pools = {
  people: pg.Pool
  jobs: pg.Pool
  /** Maximum number of each. */
  most: { people: number; jobs: number }
  isPooled: boolean
  /**
   * Settings that a job must set in each transaction, because a pooler lends it a session with the limits of users'
   * requests; else null.
   */
  jobSettings: Settings | null
}
const mostForJobs = 4

/**
 * Open two pools on one PostgreSQL: an export, a feed or a vacuum takes no connection from users' requests, and has its
 * own limits.
 * @throws the error of anything between this process and the database
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
    isPooled: pooled,
    jobSettings: pooled ? sessionSettings(jobLimits) : null,
  }
}
