import { type Kysely, type RawBuilder, sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { containing, readingOf, type Window } from './paging.ts'
import type { Database } from './tables.ts'

/** Rows that a list counts one by one, and over which its pages are turned; beyond that it says "more than". */
export const mostListed = 10_000
/** Of a list that is searched for a part of a text, no index has the order: rows of a page are met among all the others. */
const mostSearched = 1_000

/** How many rows a list has; `totalCapped` = there are more. */
export type Counted = Pick<Page<unknown>, 'totalCount' | 'totalCapped'>

/**
 * How many rows a query selects, exactly as far as a list counts.
 * @param rows `select from … where …`, without an order and a limit
 */
export async function countUpTo(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<Counted> {
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from (${rows} limit ${mostListed + 1}) counted`.execute(db)
  const total = counted[0]?.total ?? 0
  return total > mostListed ? { totalCount: mostListed, totalCapped: true } : { totalCount: total }
}

/**
 * How to read a page of rows that are counted: past the middle from the other end, where how many there are is known.
 * @throws AppError TOO_WIDE for a page that is far from both ends, or from the first row where there are more than are counted
 */
export function readingWithin(total: Counted, window: Window): Window & { reversed: boolean } {
  refuseBehind(total, window)
  if (total.totalCapped) return { ...window, reversed: false }
  const reading = readingOf(window, total.totalCount)
  if (reading.offset >= mostListed) throw new AppError('TOO_WIDE', { values: { rows: mostListed } })
  return reading
}

/** @throws AppError TOO_WIDE for an order that no index has, of more rows than may be sorted for a page */
export function refuseSorting({ totalCount, totalCapped }: Counted): void {
  if (totalCapped || totalCount > mostListed) throw new AppError('TOO_WIDE', { word: 'error.sortTooWide', values: { rows: mostListed } })
}

/**
 * Lets pass what a list may be asked for once its rows are counted.
 * @throws AppError TOO_WIDE for a page behind the rows that are counted
 */
export function refuseBehind({ totalCapped }: Counted, { offset }: Window, searched = false): void {
  const rows = searched ? mostSearched : mostListed
  if (totalCapped && offset >= rows) throw new AppError('TOO_WIDE', { word: 'error.listTooLong', values: { rows } })
}

/** Shorter parts of a text are in no trigram. */
const leastOfTrigram = 3

/** A text holds `part` in any letter case. @param text as an index has it, by its trigrams and by `text_parts` */
export const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  [...part].length < leastOfTrigram ? sql<boolean>`text_parts(${text}) @> array[lower(${part}::text)]` : sql<boolean>`${text} ilike ${containing(part)}`
