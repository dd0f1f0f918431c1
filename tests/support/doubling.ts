import { expect } from 'vitest'

const shortest = 16_384
const doublings = 4
/**
 * For quadratic time, four doublings make each character sixteen times as expensive. Linear work on tables larger than
 * the processor's caches was measured at up to 3.7 on a busy machine.
 */
const mostGrowth = 6
/** A limit for a large linear constant: 8 s for a file of one megabyte. */
const mostMicroseconds = 8
/** Less work than this measures the machine rather than the code. */
const noticeableMs = 40

/** Return the CPU time of one piece of work, in ms: it excludes other processes of a busy machine. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Return the minimum of several runs: compilers and garbage collectors only ever add time. */
async function leastCpu(work: () => unknown, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await cpuOf(work))
  return least
}

/**
 * Prove that work on an input of `make(length)` takes the same time for each character at any length: compare the
 * longest of several doublings with the shortest.
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
