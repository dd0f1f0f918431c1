import type pg from 'pg'
import type { LoadClass } from '#server/load/load-classes.ts'
import { isOutdatedPlan } from './named-statements.ts'

/**
 * Maximum number of statements sent to the engine without a response: one runs, and the others follow without this
 * thread, which under load reads a response only some milliseconds after it arrived. More statements would delay urgent
 * ones.
 */
const mostOnTheirWay = 4

/** Classes after which another statement may be sent before the response. Other classes may take long. */
const quickClasses: ReadonlySet<LoadClass> = new Set(['session', 'saving', 'reading'])
const beginsTransaction = /^\s*(?:begin|start)\b/i

type Question = (text: unknown, values?: unknown) => Promise<unknown>
export type EarlyReturn = {
  /**
   * Wrap the client for one statement or one transaction. A single statement returns the client (`client.release`) as
   * soon as few enough statements are pending; a transaction keeps it until its release. A further statement asks
   * `connect` for a client.
   */
  lend(client: pg.PoolClient, load: LoadClass, connect: () => Promise<pg.PoolClient>): pg.PoolClient
  /** Return how long, in ms, the present transaction has kept the client; 0 = no transaction runs. */
  transactionMs(): number
  /** Resolves when no statement is pending. */
  settled(): Promise<void>
}

/**
 * Lend the one connection of the embedded engine to the next caller while its last statements are still pending. The
 * client must support pipelining.
 */
export function createEarlyReturn(clock: () => number = () => performance.now()): EarlyReturn {
  const onTheirWay = new Set<Promise<unknown>>()
  /** There is one connection, so there is at most one transaction. */
  let transactionSince: number | null = null
  const track = (answer: Promise<unknown>): void => {
    const over = answer
      .catch(() => undefined)
      .then(() => {
        onTheirWay.delete(over)
      })
    onTheirWay.add(over)
  }
  async function untilFew(): Promise<void> {
    while (onTheirWay.size >= mostOnTheirWay) await Promise.race(onTheirWay)
  }
  return {
    lend(client, load, connect) {
      let loan: { client: pg.PoolClient } | null = { client }
      let inTransaction = false
      const giveBack = (own: typeof loan) => {
        if (own === null || loan !== own) return
        loan = null
        if (inTransaction) transactionSince = null
        own.client.release()
      }
      async function ask(text: unknown, values: unknown, isRepeated: boolean): Promise<unknown> {
        loan ??= { client: await connect() }
        const own = loan
        if (!inTransaction && typeof text === 'string' && beginsTransaction.test(text)) {
          inTransaction = true
          transactionSince = clock()
        }
        const answer = (own.client.query.bind(own.client) as unknown as Question)(text, values)
        if (inTransaction) return answer
        track(answer)
        if (quickClasses.has(load)) void untilFew().then(() => giveBack(own))
        try {
          return await answer
        } catch (error) {
          if (isRepeated || !isOutdatedPlan(error)) throw error
          giveBack(own)
          return ask(text, values, true)
        }
      }
      const query: Question = (text, values) => ask(text, values, false)
      return { query, release: () => giveBack(loan) } as unknown as pg.PoolClient
    },
    transactionMs: () => (transactionSince === null ? 0 : clock() - transactionSince),
    async settled() {
      while (onTheirWay.size > 0) await Promise.all(onTheirWay)
    },
  }
}
