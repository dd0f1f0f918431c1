import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { lockClasses } from './advisory-locks.ts'
import { refusedStart } from './unusable-database.ts'

type Parts = { pool: pg.Pool; logger: Pick<Logger, 'info'>; signal?: AbortSignal | undefined; patienceMs?: number }

/** The longest expected duration of a migration of a large fleet. */
const longestMs = 30 * 60_000
const askAgainMs = 250

/**
 * Run the preparations of a start (schema, first data, first manager) in one process at a time: a second process waits
 * until the first has finished, and then finds them done. The lock belongs to an open transaction that does nothing
 * else, so a pooler in transaction mode keeps it too, and a process that dies releases it. `work` uses its own
 * connections.
 * @throws Error if another process holds the lock for longer than any preparation takes; the signal's reason if it is
 * aborted
 */
export async function prepareAlone<T>(
  { pool, logger, signal, patienceMs = longestMs }: Parts,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect()
  // A broken connection must not end the process: migrations, demonstration and first manager have their own locks.
  const ignore = () => undefined
  holder.on('error', ignore)
  let broken: Error | undefined
  try {
    await holder.query('begin')
    // This transaction stays idle for the whole duration of the work.
    await holder.query("select set_config('idle_in_transaction_session_timeout', '0', true)")
    const deadline = Date.now() + patienceMs
    for (let logged = false; ; logged = true) {
      const { rows } = await holder.query<{ free: boolean }>(
        `select pg_try_advisory_xact_lock(${lockClasses.start}, 0) as free`,
      )
      if (rows[0]?.free) break
      if (!logged) logger.info('another process is preparing the database: waiting for it')
      if (Date.now() > deadline) {
        throw refusedStart('start.prepared', { setting: 'DATABASE_URL', minutes: Math.round(patienceMs / 60_000) })
      }
      await wait(askAgainMs, undefined, { signal })
    }
    return await work()
  } finally {
    await holder.query('commit').catch((error: Error) => {
      broken = error
    })
    holder.off('error', ignore)
    holder.release(broken)
  }
}
