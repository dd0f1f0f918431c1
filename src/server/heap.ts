import { setFlagsFromString } from 'node:v8'

/**
 * Growth of the heap, in percent, before V8 starts a full garbage collection. With V8's default, a small heap starts
 * one for each ten megabytes of request bodies, and each blocks other requests for up to 20 ms: 33 collections in 12 s,
 * and 2 with this value.
 */
const usualGrowth = 150
/** For a heap of hundreds of megabytes the usual growth would be most of the memory of the process. */
const sparingGrowth = 10

const grow = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)
let holders = 0

/** Call it once, when the process starts. */
export const growUsually = (): void => grow(usualGrowth)

/** Collect garbage more often while `work` holds much of the heap. */
export async function sparingMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  holders += 1
  grow(sparingGrowth)
  try {
    return await work()
  } finally {
    holders -= 1
    if (holders === 0) growUsually()
  }
}
