import type pg from 'pg'
import type { LoadClass } from '#server/load/classes.ts'
import { isOutdatedPlan } from './named-statement-client.ts'

/**
 * How many statements may be on their way to the engine: one that runs, and others that follow it without this thread, which under load
 * turns to an answer only some milliseconds after it came. More would let what is urgent wait for what is not.
 */
const mostOnTheirWay = 4

/** What may take long is not followed before it is answered. */
const quickClasses: ReadonlySet<LoadClass> = new Set(['session', 'saving', 'reading'])
const beginsTransaction = /^\s*(?:begin|start)\b/i

type Question = (text: unknown, values?: unknown) => Promise<unknown>
export type EarlyReturn = {
  /**
   * The client as one statement or one transaction uses it. A single statement gives the client back (`client.release`) as soon as few enough
   * are on their way; a transaction keeps it until it is released. A further statement asks `connect` for the client anew.
   */
  lend(client: pg.PoolClient, load: LoadClass, connect: () => Promise<pg.PoolClient>): pg.PoolClient
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
}

/** Lends the one connection of the embedded engine to the next caller while its last statements are still on their way. The client must pipeline. */
export function createEarlyReturn(): EarlyReturn {
  const onTheirWay = new Set<Promise<unknown>>()
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
        own.client.release()
      }
      async function ask(text: unknown, values: unknown, isRepeated: boolean): Promise<unknown> {
        loan ??= { client: await connect() }
        const own = loan
        inTransaction ||= typeof text === 'string' && beginsTransaction.test(text)
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
    async settled() {
      while (onTheirWay.size > 0) await Promise.all(onTheirWay)
    },
  }
}
