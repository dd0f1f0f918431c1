import type { Paging } from '#shared/paging.ts'

export type Window = { offset: number; limit: number }

/** Return the first row of a page and its number of rows. */
export const windowOf = ({ page, size }: Paging): Window => ({ offset: (page - 1) * size, limit: size })

/**
 * Return how to read a page of `total` rows: past the middle, reading from the other end costs less. `reversed` = read
 * `offset` and `limit` in the opposite order and reverse the rows.
 */
export function readingOf(window: Window, total: number): Window & { reversed: boolean } {
  const left = total - window.offset
  if (left <= 0) return { offset: 0, limit: 0, reversed: false }
  const limit = Math.min(window.limit, left)
  return window.offset > total / 2
    ? { offset: left - limit, limit, reversed: true }
    : { offset: window.offset, limit, reversed: false }
}

/** Return one page of rows that are all in memory. */
export const pageOf = <Row>(rows: readonly Row[], paging: Paging): { data: Row[]; totalCount: number } => {
  const { offset, limit } = windowOf(paging)
  return { data: rows.slice(offset, offset + limit), totalCount: rows.length }
}
