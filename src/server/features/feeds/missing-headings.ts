import { unreadable } from './unreadable-feed.ts'

/** The beginning of a list of objects, which may be on one line. `readLines` uses the same rule. */
export const listBegin = /^\s*[[{]/

const lineEnds = ['\n', '\r']
/** Size in bytes of a header with the most columns that a sheet can have and the longest usual names. */
const longestHeader = 512 * 1024

/**
 * Refuse a table without a header before all of it is decoded. Line ends are the same bytes in UTF-8 and GB18030.
 * @throws AppError FEED_UNREADABLE
 */
export function refuseHeadless(bytes: Uint8Array): void {
  if (bytes.length <= longestHeader) return
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, longestHeader)
  const text = header.toString('utf8', 0, 4_096)
  const blanks = text.length - text.trimStart().length
  if (listBegin.test(text) || blanks === text.length || lineEnds.some((end) => header.includes(end, blanks))) return
  throw unreadable('feed.problem.headerTooLong', { limit: longestHeader / 1_024 })
}
