import { unreadable } from './unreadable.ts'

/** What begins like this is a list of objects, as `readLines` decides, too; it may be on one line. */
export const listBegin = /^\s*[[{]/

const lineEnds = ['\n', '\r']
/** Bytes of a header with all the columns that a sheet can have, of names as long as they ever are. */
const longestHeader = 512 * 1024

/**
 * Refuses a table without a header before all of it is decoded. Line ends are the same bytes in UTF-8 and GB18030.
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
