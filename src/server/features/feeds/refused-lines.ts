import { serialKey } from '#shared/devices.ts'
import { addReasons, countOf, maxListedErrors, type ReasonCounts } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import { isMangledSerial } from '#shared/mangled-serial.ts'
import type { RefusedLine } from './parse-line.ts'
import type { Fleet } from './read-fleet.ts'

const countOne = (counts: ReasonCounts, reason: FeedReason, by = 1): void => {
  counts[reason] = (counts[reason] ?? 0) + by
}
/** Return whether a spreadsheet may have made different serials equal. Then the line is no duplicate. */
const mayBeMangled = ({ serial, reason }: RefusedLine): boolean =>
  (reason === 'serialDuplicate' || reason === 'serialOtherCase') && serial !== null && isMangledSerial(serial)
const asMangled = (line: RefusedLine, fleet: Fleet): RefusedLine =>
  mayBeMangled(line) && line.serial !== null && !fleet.has(serialKey(line.serial))
    ? { ...line, reason: 'serialMangled', values: { value: line.serial } }
    : line

/** The listed refused lines, and the count of each reason. At most as many lines as the answer lists are stored. */
export type ListedLines = { lines: RefusedLine[]; counts: ReasonCounts; length: number }

/** Unreadable lines: the first ones completely, and of the others only the serials and counts. */
export class UnreadableLines {
  readonly first: RefusedLine[] = []
  /** Normalized serials of refused lines. */
  readonly keys: ReadonlySet<string>
  readonly #keys = new Set<string>()
  readonly #later: RefusedLine[] = []
  readonly #counts: ReasonCounts = {}
  #length = 0

  constructor() {
    this.keys = this.#keys
  }

  get length(): number {
    return this.#length
  }

  /**
   * Add the normalized serial of a readable line that is refused. Copying a million of them instead would block the
   * process.
   */
  name(key: string): void {
    this.#keys.add(key)
  }

  add(lines: Iterable<RefusedLine>): void {
    for (const line of lines) {
      this.#length += 1
      countOne(this.#counts, line.reason)
      if (line.serial !== null) this.#keys.add(serialKey(line.serial))
      if (this.first.length < maxListedErrors) this.first.push(line)
      else if (mayBeMangled(line)) this.#later.push(line)
    }
  }

  /** Add lines that name no machine and are not listed. */
  count(counted: ReasonCounts): void {
    addReasons(this.#counts, counted)
    this.#length += countOf(counted)
  }

  /** Return the listed lines and counts once the existing machines are known. */
  listedFor(fleet: Fleet): ListedLines {
    const counts = { ...this.#counts }
    const settled = (line: RefusedLine): RefusedLine => {
      const mangled = asMangled(line, fleet)
      if (mangled === line) return line
      countOne(counts, line.reason, -1)
      countOne(counts, mangled.reason)
      return mangled
    }
    const lines = this.first.map(settled)
    for (const line of this.#later) settled(line)
    for (const [reason, count] of Object.entries(counts) as [FeedReason, number][])
      if (count === 0) delete counts[reason]
    return { lines, counts, length: this.#length }
  }
}

/** Add readable lines that are refused, up to the same maximum of listed lines. */
export function addRefused(listed: ListedLines): (line: RefusedLine) => void {
  let room = maxListedErrors
  return (line) => {
    listed.length += 1
    countOne(listed.counts, line.reason)
    if (room <= 0) return
    room -= 1
    listed.lines.push(line)
  }
}
