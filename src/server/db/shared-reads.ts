import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** Reads that have not begun. */
const waiting = new WeakMap<Kysely<Database>, Map<string, Promise<unknown>>>()

async function begin<Result>(
  reads: Map<string, Promise<unknown>>,
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  await nextTurn()
  reads.delete(key)
  return read()
}

/**
 * Read once for all calls of one turn of the event loop that need the same result, as when a shift opens the same
 * dashboard. The read begins after the last of these calls has arrived, so each of them sees every earlier write.
 * @param key every value on which the result depends; calls of different scopes must have different keys
 * @returns a result that other calls have, too: do not change it
 */
export function sharedRead<Result>(
  db: Kysely<Database>,
  key: readonly unknown[],
  read: () => Promise<Readonly<Result>>,
): Promise<Readonly<Result>> {
  const reads = waiting.get(db) ?? new Map<string, Promise<unknown>>()
  waiting.set(db, reads)
  const text = JSON.stringify(key)
  const known = reads.get(text)
  // The key tells the type of its result.
  if (known) return known as Promise<Readonly<Result>>
  const begun = begin(reads, text, read)
  reads.set(text, begun)
  return begun
}
