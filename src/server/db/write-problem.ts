import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { diskFullState, readOnlyState, sqlStateOf } from './sql-states.ts'

/** The reason why the database answers but accepts no writes. */
export type WriteProblem = 'readOnly' | 'diskFull'

const readOnlyQuestion = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as refused"
/** Extend a table by a page, which a full disk refuses, and roll it back. */
const growth = [
  'begin',
  'create temp table coldfleet_room (filler text) on commit drop',
  "insert into coldfleet_room values ('x')",
]

/** Call the listener with the SQLSTATE of every PostgreSQL error on a connection. */
function onRefusal(client: pg.PoolClient, listener: (state: string) => void): void {
  const wire: unknown = 'connection' in client ? client.connection : null
  if (!(wire instanceof EventEmitter)) return
  wire.on('errorMessage', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'code' in message && typeof message.code === 'string')
      listener(message.code)
  })
}

/**
 * Close connections on which the server accepts no writes: after a fail-over the address leads to the new primary, but
 * an open connection stays with the old one. A borrower keeps the connection until its release.
 */
export function renewWhenReadOnly(pool: pg.Pool): pg.Pool {
  const outdated = new WeakSet<object>()
  const renewIdle = async () => {
    for (let left = pool.idleCount; left > 0; left -= 1) (await pool.connect()).release(true)
  }
  pool.on('connect', (client) =>
    onRefusal(client, (state) => {
      if (state !== readOnlyState) return
      outdated.add(client)
      renewIdle().catch(() => undefined)
    }),
  )
  pool.on('release', (_error, client) => {
    // The pool keeps no client that is ending.
    if (outdated.has(client)) client.end().catch(() => undefined)
  })
  return pool
}

/**
 * Return why the database accepts no writes now, or null. A full disk shows only when a table grows: after a statement
 * on `pool` or on `otherPools` was refused for it, try to grow a table until that works again.
 * @throws the error of anything between this process and the database
 */
export function watchWriteProblems(
  pool: pg.Pool,
  otherPools: readonly pg.Pool[] = [],
): () => Promise<WriteProblem | null> {
  let wasFull = false
  for (const watched of [pool, ...otherPools])
    watched.on('connect', (client) =>
      onRefusal(client, (state) => {
        if (state === diskFullState) wasFull = true
      }),
    )
  async function isFull(): Promise<boolean> {
    const client = await pool.connect()
    try {
      for (const step of growth) await client.query(step)
      return false
    } catch (error) {
      return sqlStateOf(error) === diskFullState
    } finally {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
    }
  }
  return async () => {
    const { rows } = await pool.query<{ refused: boolean }>(readOnlyQuestion)
    if (rows[0]?.refused) return 'readOnly'
    if (wasFull) wasFull = await isFull()
    return wasFull ? 'diskFull' : null
  }
}
