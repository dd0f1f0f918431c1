import { setFlagsFromString } from 'node:v8'

/**
 * How much of what it holds, in percent, the heap may grow by before all of it is searched for garbage. Of a small heap V8 leaves so little
 * room that each ten megabytes of bodies on their way in begin a search, which takes up to 20 ms of what others wait for: 33 in 12 s, and 2
 * with this.
 */
const usualGrowth = 150
/** Of a heap of hundreds of megabytes that much would be most of what the process takes. */
const sparingGrowth = 10

const grow = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)
let holders = 0

/** Call it once, when the process starts. */
export const growUsually = (): void => grow(usualGrowth)

/** Searches the heap more often while `work` holds much of it. */
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
