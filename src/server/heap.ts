import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/**
 * Growth of the heap, in percent, before V8 starts a full garbage collection. With V8's default, a small heap starts
 * one for each ten megabytes of request bodies, and each blocks other requests for up to 20 ms: 33 collections in 12 s,
 * and 2 with this value.
 */
const usualGrowth = 150
/**
 * While `sparingMemory` works, the heap grows by this many bytes between two full collections: a heap of few megabytes
 * is then not collected for each further one of them, and one of hundreds does not grow by half.
 */
const spareBytes = 48 * 1024 * 1024
/**
 * The least growth, in percent: each collection takes as long as all live objects need. The most: the same growth holds
 * for the heap of the thread that reads the lines, which at first is larger than the one that is measured.
 */
const [leastGrowth, mostGrowth] = [10, 40]
/**
 * The least growth while a thread reads lines. Its heap is smaller than the measured one and grows with the lines: with
 * the growth of the other it was collected thirty times for a million lines, and these collections took more processor
 * time than the reading.
 */
const leastReading = 30
const followMs = 100

const grow = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)
let holders = 0
let readers = 0

/** Call it once, when the process starts. */
export const growUsually = (): void => grow(usualGrowth)

/** Adjust the growth, which V8 takes only in percent, to the present size of the heap. */
function growSparingly(): void {
  const percent = Math.round((100 * spareBytes) / getHeapStatistics().used_heap_size)
  grow(Math.min(mostGrowth, Math.max(readers > 0 ? leastReading : leastGrowth, percent)))
}

/**
 * Register a thread that reads many lines.
 * @returns a function that ends it
 */
export function beginReading(): () => void {
  readers += 1
  return () => {
    readers -= 1
  }
}

/** Collect garbage more often while `work` holds much of the heap. */
export async function sparingMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  holders += 1
  growSparingly()
  const timer = setInterval(growSparingly, followMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    holders -= 1
    if (holders === 0) growUsually()
  }
}
