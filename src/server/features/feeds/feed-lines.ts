import type { ParsedLine } from './parse-line.ts'

/** Receive the key and the serial of a line. */
type VisitName = (key: string, serial: string) => void

/**
 * Lines that can be iterated in their order, any number of times. `eachName` exists where a line is created only when it
 * is iterated.
 */
export type Lines = Iterable<ParsedLine> & { readonly length: number; readonly eachName?: (visit: VisitName) => void }

/** All lines of a feed, in the pieces in which they were parsed. */
export class FeedLines implements Lines {
  readonly #pieces: Lines[] = []
  #length = 0

  constructor(lines: readonly ParsedLine[] = []) {
    this.add(lines)
  }

  /** Number of lines added, including those already taken. */
  get length(): number {
    return this.#length
  }

  add(piece: Lines): void {
    if (piece.length === 0) return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  *[Symbol.iterator](): Generator<ParsedLine, void, undefined> {
    for (const piece of this.#pieces) yield* piece
  }

  /** Visit the key and the serial of each line, which takes a fraction of the time of all its values. */
  eachName(visit: VisitName): void {
    for (const piece of this.#pieces) {
      if (piece.eachName) piece.eachName(visit)
      else for (const { key, serial } of piece) visit(key, serial)
    }
  }

  /** Iterate over the lines for the last time: each piece is released after its last line. */
  *take(): Generator<ParsedLine, void, undefined> {
    for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) yield* piece
  }
}
