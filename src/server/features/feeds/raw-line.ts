import { type FeedColumn, feedColumns } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'

/** One data line of a feed as it is there. `cells` in the order of `feedColumns`; undefined = not given. */
export type RawLine = {
  line: number
  cells: readonly unknown[]
  problem: Extract<FeedReason, 'lineBroken' | 'columnCount' | 'formulaEmpty'> | null
}

/** What a reader learns of a feed while it goes through it. */
export type FeedShape = {
  ignoredColumns: Set<string>
  givenColumns: Set<FeedColumn>
  /** Where the headings stand, when something else is before them. */
  headerLine: number | null
  /** How many times of report said no zone. */
  localTimes: number
}
export const newShape = (): FeedShape => ({
  ignoredColumns: new Set(),
  givenColumns: new Set(),
  headerLine: null,
  localTimes: 0,
})

/** Lines a reader hands over at a time; between two of them other requests get their turn. */
export const batchLines = 500

const mostIgnoredColumns = 100
const noCells: readonly unknown[] = []

/** A line that cannot be read. Where its serial still can, the line shows that the device is there. */
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

/** Characters that a scan goes through at once: a few milliseconds, whatever they say. */
export const turnLength = 250_000
/** Milliseconds of reading before others have their turn: what a call of theirs waits for at each of its steps. */
const turnMs = 1
/** Characters between two looks at the clock. */
const lookLength = 8_192

/** Tells a reader when it has taken enough time for others to have their turn, lines or no lines. */
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
