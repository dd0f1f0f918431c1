import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type KyselyConfig, type Transaction, type TransactionBuilder } from 'kysely'
import type pg from 'pg'

/**
 * The transaction around the running code, and whether it is still open: work that outlives it may use its own
 * connection.
 */
const around = new AsyncLocalStorage<{ open: boolean }>()
/** Open transactions. While there is none the store is disabled: an enabled one makes every promise dearer. */
let open = 0

type Begin<Tables> = (trx: Transaction<Tables>) => Promise<unknown>

/** Mark everything that a transaction's callback runs, at any depth; `begin` is the first step of each transaction. */
export class MarkedKysely<Tables> extends Kysely<Tables> {
  readonly #begin: Begin<Tables> | null
  constructor(config: KyselyConfig, begin: Begin<Tables> | null = null) {
    super(config)
    this.#begin = begin
  }
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async <Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> => {
      const mark = { open: true }
      open += 1
      try {
        return await execute((trx) =>
          around.run(mark, async () => {
            await this.#begin?.(trx)
            return work(trx)
          }),
        )
      } finally {
        mark.open = false
        open -= 1
        if (open === 0) around.disable()
      }
    }
    return builder
  }
}

/** @throws Error inside a transaction: see `refuseSecondConnection` */
export function refuseInsideTransaction(): void {
  if (around.getStore()?.open)
    throw new Error('a second connection was asked for inside a transaction: ask before it begins, or through it')
}

/**
 * Refuse a second connection for one transaction. The embedded engine has a single connection, so waiting for another
 * would never end; on PostgreSQL, transactions would wait for each other on the last connections of a busy pool.
 */
export function refuseSecondConnection(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  pool.connect = ((...given: unknown[]) => {
    try {
      refuseInsideTransaction()
    } catch (refused) {
      const [done] = given
      if (typeof done !== 'function') return Promise.reject(refused)
      done(refused, undefined, () => undefined)
      return undefined
    }
    return connect(...given)
  }) as pg.Pool['connect']
  return pool
}
