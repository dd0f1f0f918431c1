import { type FeedColumn, feedColumns } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'

/** One unparsed data line of a feed. `cells` in the order of `feedColumns`; undefined = not given. */
export type RawLine = {
  line: number
  cells: readonly unknown[]
  problem: Extract<FeedReason, 'lineBroken' | 'columnCount' | 'formulaEmpty'> | null
}

/** Facts about the whole feed that a reader collects. */
export type FeedShape = {
  ignoredColumns: Set<string>
  givenColumns: Set<FeedColumn>
  /** Line of the headings, if other lines are before them. */
  headerLine: number | null
  /** Number of report times without a time zone. */
  localTimes: number
}
export const newShape = (): FeedShape => ({
  ignoredColumns: new Set(),
  givenColumns: new Set(),
  headerLine: null,
  localTimes: 0,
})

/** Number of lines that a reader returns at a time. Other requests run between two batches. */
export const batchLines = 500

const mostIgnoredColumns = 100
const noCells: readonly unknown[] = []

/** Create a line that cannot be read. If its serial is readable, the line still shows that the device exists. */
export const brokenLine = (line: number, problem: RawLine['problem'] = 'lineBroken', serial?: string): RawLine => ({
  line,
  cells: serial === undefined ? noCells : [serial],
  problem,
})

export function noteColumn(shape: FeedShape, index: number): void {
  const column = feedColumns[index]
  if (column) shape.givenColumns.add(column)
}

export function noteIgnored(shape: FeedShape, name: string): void {
  if (name !== '' && shape.ignoredColumns.size < mostIgnoredColumns) shape.ignoredColumns.add(name.slice(0, 64))
}

/** Number of characters of one uninterrupted scan: a few milliseconds for any text. */
export const turnLength = 250_000
/** Milliseconds of reading before other requests run. Each of their steps may wait this long. */
const turnMs = 1
/** Number of characters between two checks of the clock. */
const lookLength = 8_192

/** Tell a reader when to let other requests run, independently of the lines. */
export function takeTurns(start = 0): { isOver(place: number): boolean } {
  let next = start + lookLength
  let begun = performance.now()
  return {
    isOver(place) {
      if (place < next) return false
      next = place + lookLength
      const now = performance.now()
      if (now - begun < turnMs) return false
      begun = now
      return true
    },
  }
}
