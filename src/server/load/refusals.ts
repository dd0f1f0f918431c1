import { type LoadClass, loadClasses } from './load-classes.ts'

/** Minimum ms between two reports of refusals. */
const reportMs = 5_000
const retrySeconds: Readonly<Record<LoadClass, number>> = { session: 1, saving: 1, reading: 2, charts: 3, heavy: 5 }

type Counts = ReadonlyMap<LoadClass, number>
type Refusable = { load: LoadClass; refuse(retryAfterSeconds: number): void }

/**
 * Refuse requests and count them by class. `onRefused` is called at most every few seconds, with the number of refusals
 * since the last call.
 */
export function createRefusals(clock: () => number, onRefused?: (refused: Record<LoadClass, number>) => void) {
  const counts = new Map<LoadClass, number>(loadClasses.map((load) => [load, 0]))
  let reported: { at: number; counts: Counts } = { at: Number.NEGATIVE_INFINITY, counts: new Map(counts) }
  const count = (load: LoadClass): number => counts.get(load) ?? 0

  function report(): void {
    if (!onRefused || clock() - reported.at < reportMs) return
    const before = reported.counts
    reported = { at: clock(), counts: new Map(counts) }
    const since = loadClasses.map((load) => [load, count(load) - (before.get(load) ?? 0)])
    onRefused(Object.fromEntries(since) as Record<LoadClass, number>)
  }

  return {
    count,
    refuse(item: Refusable): void {
      counts.set(item.load, count(item.load) + 1)
      item.refuse(retrySeconds[item.load])
      report()
    },
  }
}
