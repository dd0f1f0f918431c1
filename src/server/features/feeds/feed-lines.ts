import type { ParsedLine } from './parse-line.ts'

/** Lines that can be looked at in their order, any number of times. */
export type Lines = Iterable<ParsedLine> & { readonly length: number }

/** All lines of a feed, in the pieces in which they were read. */
export class FeedLines implements Lines {
  readonly #pieces: Lines[] = []
  #length = 0

  constructor(lines: readonly ParsedLine[] = []) {
    this.add(lines)
  }

  /** How many were added, whether or not they were taken. */
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

  /** Each line for the last time: a piece is let go of when it is through. */
  *take(): Generator<ParsedLine, void, undefined> {
    for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) yield* piece
  }
}
