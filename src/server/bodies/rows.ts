import { AppError } from '#shared/errors.ts'
import { parseBody, refuse } from './json-text.ts'
import type { BodySize } from './sizes.ts'
import { tooLarge } from './too-large.ts'

/** Rows are parsed in batches of this size; a single row may be larger. */
const batchBytes = 64 * 1024
const longestRow = 1024 * 1024
const [opening, closing, separator] = [Buffer.from('['), Buffer.from(']'), Buffer.from(',')]

/** Parse the elements of a JSON list in batches while they arrive: the text of the whole list is never in memory. */
export function rowsReader(name: string, most: number, size: BodySize) {
  const rows: unknown[] = []
  let batch: Uint8Array[] = []
  let held = 0
  let ofRow = 0
  let separated = false
  function parse(): unknown[] {
    const parsed = parseBody(Buffer.concat([opening, ...batch, closing]), size)
    batch = []
    held = 0
    return Array.isArray(parsed) ? parsed : []
  }
  function take(parsed: readonly unknown[]): void {
    for (const row of parsed) rows.push(row)
    if (rows.length > most) throw refuse(name, 'problem.tooBig', most)
  }
  return {
    /**
     * Add a part of an element, or of the blanks around it.
     * @throws AppError TOO_LARGE for an element that is longer than a row can be
     */
    write(piece: Uint8Array): void {
      if (piece.length === 0) return
      held += piece.length
      ofRow += piece.length
      if (ofRow > longestRow) throw tooLarge(longestRow)
      // Copy the piece: it belongs to the reader of the body.
      batch.push(Buffer.from(piece))
    },
    /** Add a comma between two elements. @throws AppError as `parseBody` */
    separate(): void {
      separated = true
      ofRow = 0
      if (held < batchBytes) return void batch.push(separator)
      const parsed = parse()
      if (parsed.length === 0) throw new AppError('NOT_JSON')
      take(parsed)
    },
    /** @throws AppError as `parseBody` */
    end(): unknown[] {
      const parsed = parse()
      if (separated && parsed.length === 0) throw new AppError('NOT_JSON')
      take(parsed)
      return rows
    },
  }
}
