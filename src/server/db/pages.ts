import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Page, Paging } from '#shared/paging.ts'
import { countUpTo, isFew, isFiltered, pageOfRows, refuseBehind } from './bounded.ts'
import { windowOf } from './paging.ts'
import type { Database } from './tables.ts'

/** The rows of a list, their order, and what is shown of a page of them. */
export type List<Stored> = {
  /** `from … where …` */
  from: RawBuilder<unknown>
  /** Columns of a found row; every one of `from` by default. */
  columns?: RawBuilder<unknown>
  /** `order by …`, by names that `columns` selects. */
  order: RawBuilder<unknown>
  /** `select …` of a page, which is a table in brackets; the page as it is by default. The order of the page is not kept by a join. */
  show?: (page: RawBuilder<unknown>) => RawBuilder<Stored>
}

const shownBy = async <Stored>(
  db: Kysely<Database>,
  page: RawBuilder<unknown>,
  { show }: List<Stored>,
): Promise<Stored[]> => (await (show ? show(page) : sql<Stored>`select * from ${page} page`).execute(db)).rows

/**
 * One page of a list that may be long. What the `filters` leave is found first and sorted after.
 * @throws AppError TOO_WIDE for a page behind the rows that are counted
 */
export async function findPage<Stored>(
  db: Kysely<Database>,
  request: Paging,
  list: List<Stored> & {
    filters?: readonly unknown[]
    /** Filtered rows are met in order, so that their pages are turned as far as those of the whole list. */
    turnsFar?: boolean
    /** Rows are counted in the order of the list, too: a planner would read the others from the beginning of the table. */
    countsInOrder?: boolean
  },
): Promise<Page<Stored>> {
  const { from, columns = sql`*`, order, filters = [], turnsFar = false, countsInOrder = false } = list
  const window = windowOf(request)
  const total = await countUpTo(db, countsInOrder ? sql`select 1 ${from} ${order}` : sql`select 1 ${from}`)
  refuseBehind(total, window, !turnsFar && isFiltered(filters))
  const data = await shownBy(db, pageOfRows(sql`select ${columns} ${from}`, order, window, isFew(total, filters)), list)
  return { data, ...total }
}

/** One page of a list that people keep by hand, of which every row is counted: stations, goods, plans. */
export async function findShortPage<Stored>(
  db: Kysely<Database>,
  request: Paging,
  list: List<Stored>,
): Promise<Page<Stored>> {
  const { from, columns = sql`*`, order } = list
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const data = await shownBy(db, pageOfRows(sql`select ${columns} ${from}`, order, windowOf(request), false), list)
  return { data, totalCount: counted[0]?.total ?? 0 }
}

/** The same page with its rows as an answer shows them. */
export const shownPage = <Stored, Row>({ data, ...total }: Page<Stored>, row: (stored: Stored) => Row): Page<Row> => ({
  data: data.map(row),
  ...total,
})
