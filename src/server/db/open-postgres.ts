import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isUrgent } from '#server/load/load-classes.ts'
import { openLanes } from './connection-lanes.ts'
import { openReplica } from './open-replica.ts'
import { common, type DatabaseConfig, jobPatienceMs, type OpenDatabase, type OpenOptions, ownWork } from './opened.ts'
import { openPools, type Pools } from './postgres-pool.ts'
import { limitsOf } from './session-settings.ts'
import type { Database } from './tables.ts'
import { refusedStart, unusable } from './unusable-database.ts'

/** Time in ms that a call waits for a connection; a job waits longer. */
const patienceMs = { people: 3_000, urgent: 5_000 }
/** The pool reserves one connection for direct use: health checks, and messages between processes. */
const keptBack = 1

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
  const ofJobs = openLanes(jobs, { capacity: most.jobs, patienceMs: () => jobPatienceMs }, settle)
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

/** Open PostgreSQL, and the replica beside it. @throws UnusableDatabaseError with the setting and the way to recover */
export async function openPostgres(
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
