import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { readingOf, type Window } from './page-window.ts'
import { containing, isInTrigrams } from './search-texts.ts'
import type { Db } from './tables.ts'

/** Rows that a list counts exactly and offers as pages; beyond that it shows "more than". */
export const mostListed = 10_000
/**
 * The same limit for a filtered long list. Filtered rows lie among all others, so a page far from the first reads many
 * rows for each match.
 */
const mostFiltered = 1_000

/** Number of rows of a list; `totalCapped` = there are more. */
export type Counted = Pick<Page<unknown>, 'totalCount' | 'totalCapped'>

/**
 * Count the rows that a query selects, exactly up to a limit, by default that of a list.
 * @param rows `select from … where …`, without an order and a limit
 */
export async function countUpTo(db: Db, rows: RawBuilder<unknown>, most: number = mostListed): Promise<Counted> {
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from (${rows} limit ${most + 1}) counted`.execute(db)
  return cappedAt(counted[0]?.total ?? 0, most)
}

/** Return the number of rows that a list shows for a count: at most its limit. */
export const cappedAt = (total: number, most: number = mostListed): Counted =>
  total > most ? { totalCount: most, totalCapped: true } : { totalCount: total }

/**
 * Return how to read a page of counted rows: past the middle from the other end, if the total is known.
 * @throws AppError TOO_WIDE for a page that is far from both ends, or, if the total is capped, far from the first row
 */
export function readingWithin(total: Counted, window: Window, filtered = false): Window & { reversed: boolean } {
  refuseBehind(total, window, filtered)
  if (total.totalCapped) return { ...window, reversed: false }
  const reading = readingOf(window, total.totalCount)
  if (reading.offset >= mostListed) throw new AppError('TOO_WIDE', { values: { rows: mostListed } })
  return reading
}

/** @throws AppError TOO_WIDE for an order without an index, if there are more rows than may be sorted for a page */
export function refuseSorting({ totalCount, totalCapped }: Counted): void {
  if (totalCapped || totalCount > mostListed)
    throw new AppError('TOO_WIDE', { word: 'error.sortTooWide', values: { rows: mostListed } })
}

/**
 * Refuse a page that a list does not offer, once its rows are counted.
 * @throws AppError TOO_WIDE for a page behind the rows that are counted
 */
export function refuseBehind({ totalCapped }: Counted, { offset }: Window, filtered = false): void {
  const rows = filtered ? mostFiltered : mostListed
  if (totalCapped && offset >= rows) throw new AppError('TOO_WIDE', { word: 'error.listTooLong', values: { rows } })
}

/**
 * Read a page of the rows that a query selects. After the count shows that filters leave few rows, find these first and
 * sort them afterwards: a planner that misjudges combined filters would scan an index to its end.
 * @param rows `select … from … where …`
 * @param order `order by …`, by names that `rows` selects
 */
export function pageOfRows(
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, offset }: Window,
  few: boolean,
): RawBuilder<unknown> {
  const page = sql`${order} limit ${limit} offset ${offset}`
  return few ? sql`(with found as materialized (${rows}) select * from found ${page})` : sql`(${rows} ${page})`
}

/** Is at least one of these filters set? */
export const isFiltered = (filters: readonly unknown[]): boolean =>
  filters.some((filter) => filter !== undefined && filter !== '')

/** Do filters leave so few rows that the query finds them before it sorts them? */
export const isFew = ({ totalCount, totalCapped }: Counted, filters: readonly unknown[]): boolean =>
  !totalCapped && totalCount <= mostListed && isFiltered(filters)

/**
 * Does a text contain `part`, in any letter case? @param text the expression of the indexes, by its trigrams and by
 * `text_parts`
 */
export const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  isInTrigrams(part)
    ? sql<boolean>`${text} ilike ${containing(part)}`
    : sql<boolean>`text_parts(${text}) @> array[lower(${part}::text)]`
