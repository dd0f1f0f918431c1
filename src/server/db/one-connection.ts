import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import type pg from 'pg'

/** Whatever runs inside a transaction, and whether that is still open: work that outlives it may ask on its own. */
const around = new AsyncLocalStorage<{ open: boolean }>()

/** Marks everything that a transaction's callback does, at any depth. */
export class MarkedKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async <Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> => {
      const mark = { open: true }
      try {
        return await execute((trx) => around.run(mark, () => work(trx)))
      } finally {
        mark.open = false
      }
    }
    return builder
  }
}

/**
 * A pool whose second connection for one and the same transaction is refused: the embedded engine has a single one, so that waiting
 * for another would never end, and on PostgreSQL the last connections of a busy pool would wait for each other.
 */
export function refuseSecondConnection(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  pool.connect = ((...given: unknown[]) => {
    if (!around.getStore()?.open) return connect(...given)
    const refused = new Error('a second connection was asked for inside a transaction: ask before it begins, or through it')
    const [done] = given
    if (typeof done !== 'function') return Promise.reject(refused)
    done(refused, undefined, () => undefined)
    return undefined
  }) as pg.Pool['connect']
  return pool
}
