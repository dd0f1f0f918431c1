import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/**
 * Maximum delay, in ms, of one step of long work for users' requests. It then continues, however many requests there
 * are.
 */
const mostMs = 8
/** A request older than this, in ms, is a followed stream, or waits for something other than the processor. */
const longMs = 300
const served = new Set<{ since: number }>()

/**
 * Register a user's request as in progress; feeds and files are not registered.
 * @returns a function that marks it as finished
 */
export function beginServing(): () => void {
  const request = { since: performance.now() }
  served.add(request)
  return () => served.delete(request)
}

function isServing(): boolean {
  const from = performance.now() - longMs
  for (const { since } of served) if (since > from) return true
  return false
}

/** Yield one turn of the event loop to timers and other requests. */
export const breathe = (): Promise<void> => turn()

const itemsATurn = 10_000

/** Do some work for each item, and yield one turn after many of them. */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0
  for (const item of items) {
    work(item)
    done += 1
    if (done % itemsATurn === 0) await breathe()
  }
}

/**
 * Yield to other requests, and wait shortly for users' requests to finish: a request has many steps, and would
 * otherwise wait for long work at each of them. Do not call it while holding a resource that these requests need, such
 * as the one connection of the embedded engine.
 */
export async function giveWay(): Promise<void> {
  await breathe()
  for (let waited = 0; isServing() && waited < mostMs; waited += 1) await wait(1)
}
