import { decodeFeed } from '#server/features/feeds/decode.ts'
import { parseFeed } from '#server/features/feeds/parse-feed.ts'
import type { FeedShape, RawLine } from '#server/features/feeds/raw-line.ts'
import { readCsv } from '#server/features/feeds/read-csv.ts'
import { readJson } from '#server/features/feeds/read-json.ts'

const now = new Date('2026-11-21T04:00:00Z')

/** Reads a feed as the server does, on a fixed day and without a database. */
export async function readFeed(content: string | Uint8Array) {
  const text = await decodeFeed(Buffer.from(content as string), 'zh')
  const shape: FeedShape = { ignoredColumns: new Set(), givenColumns: new Set() }
  const batches: AsyncIterable<RawLine[]> = /^\s*[[{]/.test(text) ? readJson(text, shape, 'zh') : readCsv(text, shape, 'zh')
  return parseFeed(batches, shape, { timeZone: 'Asia/Shanghai', now, businessDate: undefined, language: 'zh', onLines: () => undefined })
}
/** Line and serial of what was read, line and reason of what was refused. */
export const summarizeFeed = async (content: string | Uint8Array) => {
  const { lines, refused } = await readFeed(content)
  return { good: lines.map(({ line, serial }) => `${line} ${serial}`), bad: refused.map(({ line, reason }) => `${line} ${reason}`) }
}
