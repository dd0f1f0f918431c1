import { expect } from 'vitest'

const shortest = 16_384
const doublings = 4
/**
 * Four doublings of a time that grows with the square of the input make each sign sixteen times as dear. Linear work on tables that outgrow
 * the processor's caches was measured at up to 3.7 on a busy machine.
 */
const mostGrowth = 6
/** A constant that is linear, too, but of no use: 8 s for a file of one megabyte. */
const mostMicroseconds = 8
/** Below this much work a machine says more about itself than about the code. */
const noticeableMs = 40

/** CPU time of one piece of work, in ms: other processes of a busy machine are not in it. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The least of several runs: compilers and collectors of garbage only ever add. */
async function leastCpu(work: () => unknown, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await cpuOf(work))
  return least
}

/**
 * Proves that work on an input of `make(length)` costs each of its signs the same, however long it is: compares the longest of several
 * doublings with the shortest.
 */
export async function expectLinear(
  name: string,
  make: (length: number) => string,
  work: (text: string) => unknown,
): Promise<void> {
  const [short, long] = [make(shortest), make(shortest * 2 ** doublings)]
  const first = await leastCpu(() => work(short), 4)
  let last = await leastCpu(() => work(long), 1)
  const growth = () => (last / long.length) * (short.length / Math.max(first, 0.2))
  for (let again = 0; again < 3 && last > noticeableMs && growth() > mostGrowth; again += 1)
    last = Math.min(last, await leastCpu(() => work(long), 1))
  if (last <= noticeableMs) return
  const told = `${name}: ${first.toFixed(1)} ms for ${short.length} signs, ${last.toFixed(1)} ms for ${long.length}`
  expect(growth(), told).toBeLessThan(mostGrowth)
  expect((last * 1_000) / long.length, told).toBeLessThan(mostMicroseconds)
}
