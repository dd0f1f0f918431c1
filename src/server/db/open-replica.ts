import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { messageOf } from '#shared/errors.ts'
import { openPool } from './postgres-pool.ts'
import { ReadDialect } from './read-dialect.ts'
import { type Asks, type Position, type ReplicaState, watchReplica } from './replica.ts'
import type { SessionLimits } from './session-settings.ts'
import type { Database } from './tables.ts'
import { isTemporary, refusedStart, UnusableDatabaseError, unusable } from './unusable-database.ts'

export type Replica = {
  /**
   * Return the database for reads of a session that has written up to `position` (null = not known): the primary, or
   * the replica once it has replayed that position. A statement that the replica does not answer still goes to the
   * primary.
   */
  readFor(position: Position | null): Kysely<Database>
  state(): ReplicaState
  /**
   * Statements since the start, by the server that answered. Reads of a session that has just written go to the primary
   * and are not counted.
   */
  answered(): Record<'replica' | 'primary', number>
  /** From now on, read from the replica only if it has everything committed so far. */
  requirePresent(): Promise<void>
  close(): Promise<void>
}
export type ReplicaParts = {
  url: string
  primaryUrl: string
  primary: Kysely<Database>
  config: Pick<Config, 'databasePooler' | 'databaseReadMaxLag'>
  limits?: SessionLimits
  logger: Logger
}

const askedWithinMs = 2_000
const written = `pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text`
const question = `select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as standby, ${written} as position`
type Stand = { system: string; standby: boolean; position: Position }

type Asker = { ask(): Promise<Stand>; close(): Promise<void> }

/** Open a separate connection, so that many readers do not delay the question. */
function asker(url: string): Asker {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: askedWithinMs,
    query_timeout: askedWithinMs,
    keepAlive: true,
    application_name: 'coldfleet replica watch',
  })
  pool.on('error', () => undefined)
  return {
    async ask() {
      const { rows } = await pool.query<Stand>(question)
      if (!rows[0]) throw new Error('the server did not say where it stands')
      return rows[0]
    },
    close: () => pool.end(),
  }
}

/**
 * Open connections to the replica on first use, and break them if it is away: statements that wait on one go to the
 * primary.
 */
function lazyPool(parts: ReplicaParts) {
  let opening: Promise<pg.Pool> | null = null
  const clients = new Set<pg.Client>()
  const open = async () => {
    const pool = await openPool(parts.url, {
      pooler: parts.config.databasePooler,
      logger: parts.logger,
      limits: parts.limits,
      connectMs: askedWithinMs,
    })
    pool.on('connect', (client) => clients.add(client))
    pool.on('remove', (client) => clients.delete(client))
    return pool
  }
  const pool = (): Promise<pg.Pool> => {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    connect: async () => (await pool()).connect(),
    breakOff: () => {
      for (const client of clients) client.end().catch(() => undefined)
    },
    end: async () => {
      const opened = await opening?.catch(() => null)
      await opened?.end()
    },
  }
}

/** Read the positions of both servers. @throws UnusableDatabaseError for a replica of another database */
function asksOf(primary: Asker, replica: Asker): Asks {
  let system: string | null = null
  return {
    async primary() {
      const stand = await primary.ask()
      system = stand.system
      return stand.position
    },
    async replica() {
      const stand = await replica.ask()
      if (system !== null && stand.system !== system) throw refusedStart('start.notReplica')
      if (!stand.standby) throw new Error('it takes writes itself: it is no standby (any more)')
      return stand.position
    },
  }
}

/**
 * Open the replica. If it does not answer yet, start anyway: reads go to the primary until it does.
 * @throws UnusableDatabaseError for a configuration error that waiting cannot correct: a wrong password, another
 * database
 */
export async function openReplica(parts: ReplicaParts): Promise<Replica> {
  const { url, primaryUrl, primary, config, logger } = parts
  const asked = { primary: asker(primaryUrl), replica: asker(url) }
  const pool = lazyPool(parts)
  const asks = asksOf(asked.primary, asked.replica)
  const watch = watchReplica({ asks, mostLagMs: config.databaseReadMaxLag * 1_000, logger })
  const answered = { replica: 0, primary: 0 }
  watch.whenAway(pool.breakOff)
  const close = async () => {
    watch.close()
    pool.breakOff()
    await Promise.all([asked.primary.close(), asked.replica.close(), pool.end()])
  }
  try {
    await asks.primary()
    await watch.look()
  } catch (error) {
    const reason = unusable(error, 'DATABASE_READ_URL', url)
    if (reason instanceof UnusableDatabaseError && !isTemporary(reason)) {
      await close()
      throw reason
    }
  }
  const onAnswer = (by: 'replica' | 'primary') => {
    answered[by] += 1
  }
  const onFallback = (error: unknown, gone: boolean) => {
    logger.debug({ reason: messageOf(error) }, 'the primary answered what the replica did not')
    if (gone) watch.suspect()
  }
  const replicaDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    readFor(position) {
      if (!watch.serves(position)) return primary
      // A replica that crashed may return at an earlier position: check the position with each statement.
      return new Kysely<Database>({
        dialect: new ReadDialect({
          primary,
          replica: replicaDb,
          isUsed: () => watch.serves(position),
          onAnswer,
          onFallback,
        }),
      })
    },
    state: watch.state,
    answered: () => ({ ...answered }),
    requirePresent: async () => watch.requireUpTo(await asks.primary()),
    close,
  }
}
