import { serialKey } from '#shared/devices.ts'
import { addReasons, countOf, maxToldErrors, type ReasonCounts } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import { isMangledSerial } from '#shared/mangled-serial.ts'
import type { RefusedLine } from './parse-line.ts'
import type { Fleet } from './read-fleet.ts'

const countOne = (counts: ReasonCounts, reason: FeedReason, by = 1): void => {
  counts[reason] = (counts[reason] ?? 0) + by
}
/** Serials that a spreadsheet has made the same are no duplicates of one machine. */
const mayBeMangled = ({ serial, reason }: RefusedLine): boolean =>
  (reason === 'serialDuplicate' || reason === 'serialOtherCase') && serial !== null && isMangledSerial(serial)
const asMangled = (line: RefusedLine, fleet: Fleet): RefusedLine =>
  mayBeMangled(line) && line.serial !== null && !fleet.has(serialKey(line.serial))
    ? { ...line, reason: 'serialMangled', values: { value: line.serial } }
    : line

/** Refused lines that are told, and how many there are of each reason: as many as are listed are held, however many a file has. */
export type ToldLines = { lines: RefusedLine[]; counts: ReasonCounts; length: number }

/** Lines that could not be read: the first of them, and of all others what decides over machines and counts. */
export class UnreadableLines {
  readonly first: RefusedLine[] = []
  /** The serials of refused lines, as keys. */
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

  /** Adds the key of a line that could be read and is refused all the same: a copy of a million keys would keep the process. */
  name(key: string): void {
    this.#keys.add(key)
  }

  add(lines: Iterable<RefusedLine>): void {
    for (const line of lines) {
      this.#length += 1
      countOne(this.#counts, line.reason)
      if (line.serial !== null) this.#keys.add(serialKey(line.serial))
      if (this.first.length < maxToldErrors) this.first.push(line)
      else if (mayBeMangled(line)) this.#later.push(line)
    }
  }

  /** Adds lines that name no machine and are told by their number alone. */
  count(counted: ReasonCounts): void {
    addReasons(this.#counts, counted)
    this.#length += countOf(counted)
  }

  /** What is told of them once it is known which machines there are. */
  toldOf(fleet: Fleet): ToldLines {
    const counts = { ...this.#counts }
    const settled = (line: RefusedLine): RefusedLine => {
      const told = asMangled(line, fleet)
      if (told === line) return line
      countOne(counts, line.reason, -1)
      countOne(counts, told.reason)
      return told
    }
    const lines = this.first.map(settled)
    for (const line of this.#later) settled(line)
    for (const [reason, count] of Object.entries(counts) as [FeedReason, number][])
      if (count === 0) delete counts[reason]
    return { lines, counts, length: this.#length }
  }
}

/** Adds lines that were read and are refused all the same: of them, too, as many as are listed are held. */
export function tellFurther(told: ToldLines): (line: RefusedLine) => void {
  let room = maxToldErrors
  return (line) => {
    told.length += 1
    countOne(told.counts, line.reason)
    if (room <= 0) return
    room -= 1
    told.lines.push(line)
  }
}
