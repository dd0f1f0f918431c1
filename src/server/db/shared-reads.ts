import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** Maximum time, in ms, that a read waits for the end of the one before it. */
const patienceMs = 20

/** Return when `running` has ended, well or not, or after `patienceMs`. */
const ended = (running: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    running.then(end, end)
  })

/**
 * Create a function that adds an item to the next read and returns its result. The read begins at the end of the turn
 * of the event loop, and not while the one before it runs: under load, one read serves all items that arrived
 * meanwhile. It begins after each of them has arrived, so it sees every write that came before.
 * @param read called with the items; a slow read delays the next one by at most 20 ms
 * @param onIdle called when no read runs or waits
 */
export function gatherReads<Item, Result>(
  read: (items: readonly Item[]) => Promise<Result>,
  onIdle: () => void = () => undefined,
): (item: Item) => Promise<Result> {
  let next: { items: Item[]; result: Promise<Result> } | null = null
  let running: Promise<Result> | null = null
  async function begin(items: readonly Item[]): Promise<Result> {
    await nextTurn()
    if (running) {
      await ended(running)
      // The turn that reads the result also reads requests that have arrived meanwhile.
      await nextTurn()
    }
    next = null
    const reading = read(items)
    running = reading
    try {
      return await reading
    } finally {
      if (running === reading) running = null
      if (!running && !next) onIdle()
    }
  }
  return (item) => {
    if (!next) {
      const items: Item[] = []
      next = { items, result: begin(items) }
    }
    next.items.push(item)
    return next.result
  }
}

/** A read whose result has the type that its key tells. */
type Read = () => Promise<unknown>
const shared = new WeakMap<Kysely<Database>, Map<string, (read: Read) => Promise<unknown>>>()

/**
 * Read once for all calls that need the same result and arrive before the read begins, as when a shift opens the same
 * dashboard. See `gatherReads`.
 * @param key every value on which the result depends; calls of different scopes must have different keys
 * @returns a result that other calls have, too: do not change it
 */
export function sharedRead<Result>(
  db: Kysely<Database>,
  key: readonly unknown[],
  read: () => Promise<Readonly<Result>>,
): Promise<Readonly<Result>> {
  const reads = shared.get(db) ?? new Map<string, (read: Read) => Promise<unknown>>()
  shared.set(db, reads)
  const text = JSON.stringify(key)
  let gather = reads.get(text)
  if (!gather) {
    gather = gatherReads(
      ([first]: readonly Read[]) => (first ?? read)(),
      () => reads.delete(text),
    )
    reads.set(text, gather)
  }
  return gather(read) as Promise<Readonly<Result>>
}
