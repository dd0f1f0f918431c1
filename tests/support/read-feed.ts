import { parseFeed } from '#server/features/feeds/parse-feed.ts'
import { newShape } from '#server/features/feeds/raw-line.ts'
import { readLines } from '#server/features/feeds/read-lines.ts'
import { firstMachineTypes } from '#shared/machine-types.ts'

const now = new Date('2026-11-21T04:00:00Z')
const options = { timeZone: 'Asia/Shanghai', types: firstMachineTypes } as const

/** Read a feed as the server does, on a fixed day and without a database. */
export async function readFeed(content: string | Uint8Array, sheet?: string) {
  const shape = newShape()
  const batches = readLines({ bytes: Buffer.from(content as string) }, shape, { ...options, now: now.getTime(), sheet })
  const feed = await parseFeed(batches, shape, { ...options, now, businessDate: undefined, onLines: () => undefined })
  return { ...feed, lines: [...feed.lines], refused: feed.refused.first, refusedCount: feed.refused.length }
}
/** Return line and serial of accepted lines, line and reason of refused ones. */
export const summarizeFeed = async (content: string | Uint8Array) => {
  const { lines, refused } = await readFeed(content)
  return {
    good: lines.map(({ line, serial }) => `${line} ${serial}`),
    bad: refused.map(({ line, reason }) => `${line} ${reason}`),
  }
}
