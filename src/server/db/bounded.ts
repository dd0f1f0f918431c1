import { type Kysely, type RawBuilder, sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { containing, isInTrigrams, leastOfTrigram, readingOf, type Window } from './paging.ts'
import type { Database } from './tables.ts'

/** Rows that a list counts one by one, and over which its pages are turned; beyond that it says "more than". */
export const mostListed = 10_000
/** Of what filters leave of a long list, rows are met among all the others: a page far from the first reads many for each. */
const mostFiltered = 1_000

/** How many rows a list has; `totalCapped` = there are more. */
export type Counted = Pick<Page<unknown>, 'totalCount' | 'totalCapped'>

/**
 * How many rows a query selects, exactly as far as a list counts.
 * @param rows `select from … where …`, without an order and a limit
 */
export async function countUpTo(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<Counted> {
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from (${rows} limit ${mostListed + 1}) counted`.execute(db)
  const total = counted[0]?.total ?? 0
  return total > mostListed ? { totalCount: mostListed, totalCapped: true } : { totalCount: total }
}

/**
 * How to read a page of rows that are counted: past the middle from the other end, where how many there are is known.
 * @throws AppError TOO_WIDE for a page that is far from both ends, or from the first row where there are more than are counted
 */
export function readingWithin(total: Counted, window: Window, filtered = false): Window & { reversed: boolean } {
  refuseBehind(total, window, filtered)
  if (total.totalCapped) return { ...window, reversed: false }
  const reading = readingOf(window, total.totalCount)
  if (reading.offset >= mostListed) throw new AppError('TOO_WIDE', { values: { rows: mostListed } })
  return reading
}

/** @throws AppError TOO_WIDE for an order that no index has, of more rows than may be sorted for a page */
export function refuseSorting({ totalCount, totalCapped }: Counted): void {
  if (totalCapped || totalCount > mostListed)
    throw new AppError('TOO_WIDE', { word: 'error.sortTooWide', values: { rows: mostListed } })
}

/**
 * Lets pass what a list may be asked for once its rows are counted.
 * @throws AppError TOO_WIDE for a page behind the rows that are counted
 */
export function refuseBehind({ totalCapped }: Counted, { offset }: Window, filtered = false): void {
  const rows = filtered ? mostFiltered : mostListed
  if (totalCapped && offset >= rows) throw new AppError('TOO_WIDE', { word: 'error.listTooLong', values: { rows } })
}

/**
 * A page of the rows that a query selects. What filters leave is few once it is counted: it is found first and sorted after, because a
 * planner that does not know how filters go together would look for it along an index to the end.
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

/** Is a list narrowed by any of these? */
export const isFiltered = (filters: readonly unknown[]): boolean =>
  filters.some((filter) => filter !== undefined && filter !== '')

/** Do filters leave so few of a list that they are found before they are sorted? */
export const isFew = ({ totalCount, totalCapped }: Counted, filters: readonly unknown[]): boolean =>
  !totalCapped && totalCount <= mostListed && isFiltered(filters)

/** Of so few rows each is read for a part of a text that is in no trigram. */
const mostLooked = 30_000

/**
 * Lets pass a search by trigrams alone, or through few rows.
 * @param rows what would be searched, `select from … where …`
 * @throws AppError TOO_WIDE for one or two characters where there are many
 */
export async function refuseShort(
  db: Kysely<Database>,
  part: string | undefined,
  rows: RawBuilder<unknown>,
): Promise<void> {
  if (!part || isInTrigrams(part)) return
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from (${rows} limit ${mostLooked + 1}) counted`.execute(db)
  if ((counted[0]?.total ?? 0) > mostLooked)
    throw new AppError('TOO_WIDE', {
      word: 'error.searchTooShort',
      values: { rows: mostLooked, characters: leastOfTrigram },
    })
}

/** A text holds `part` in any letter case. @param text as an index has it, by its trigrams and by `text_parts` */
export const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  isInTrigrams(part)
    ? sql<boolean>`${text} ilike ${containing(part)}`
    : sql<boolean>`text_parts(${text}) @> array[lower(${part}::text)]`
