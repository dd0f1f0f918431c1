import type { Paging } from '#shared/paging.ts'

export type Window = { offset: number; limit: number }

/** Where a page begins and how many rows it holds. */
export const windowOf = ({ page, size }: Paging): Window => ({ offset: (page - 1) * size, limit: size })

/**
 * How to read a page of `total` rows: past the middle it costs less from the other end.
 * `reversed` = read `offset` and `limit` in the opposite order and turn the rows round.
 */
export function readingOf(window: Window, total: number): Window & { reversed: boolean } {
  const left = total - window.offset
  if (left <= 0) return { offset: 0, limit: 0, reversed: false }
  const limit = Math.min(window.limit, left)
  return window.offset > total / 2
    ? { offset: left - limit, limit, reversed: true }
    : { offset: window.offset, limit, reversed: false }
}

/** A LIKE pattern for texts that contain `part`, whatever characters it has. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** Shorter parts of a text are in no trigram: each row is read for them. */
export const leastOfTrigram = 3
export const isInTrigrams = (part: string): boolean => [...part].length >= leastOfTrigram

/** One page of rows that are all in memory. */
export const pageOf = <Row>(rows: readonly Row[], paging: Paging): { data: Row[]; totalCount: number } => {
  const { offset, limit } = windowOf(paging)
  return { data: rows.slice(offset, offset + limit), totalCount: rows.length }
}
