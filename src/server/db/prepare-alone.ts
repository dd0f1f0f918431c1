import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { refusedStart } from './unusable-database.ts'

type Parts = { pool: pg.Pool; logger: Pick<Logger, 'info'>; signal?: AbortSignal | undefined; patienceMs?: number }

/** As long as the largest migration of a large fleet may take. */
const longestMs = 30 * 60_000
const askAgainMs = 250

/**
 * Does what a start owes to the database (schema, first data, first manager), one process at a time: a second one waits until the first is
 * through, and then finds it done. The lock is that of an open transaction which does nothing else, so a pooler in transaction mode keeps
 * it too, and a process that dies lets go of it. `work` asks on connections of its own.
 * @throws Error when another process has kept the lock for longer than any preparation takes, the signal's reason when it fires
 */
export async function prepareAlone<T>(
  { pool, logger, signal, patienceMs = longestMs }: Parts,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect()
  // A connection that breaks meanwhile must not end the process: migrations, demonstration and first manager each have a lock of their own.
  const ignore = () => undefined
  holder.on('error', ignore)
  let broken: Error | undefined
  try {
    await holder.query('begin')
    // It idles, and waits, for as long as the work takes.
    await holder.query("select set_config('idle_in_transaction_session_timeout', '0', true)")
    const deadline = Date.now() + patienceMs
    for (let told = false; ; told = true) {
      const { rows } = await holder.query<{ free: boolean }>(
        "select pg_try_advisory_xact_lock(hashtext('coldfleet.start')) as free",
      )
      if (rows[0]?.free) break
      if (!told) logger.info('another process is preparing the database: waiting for it')
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
