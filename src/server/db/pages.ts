import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Page, Paging } from '#shared/paging.ts'
import { countUpTo, isFew, isFiltered, pageOfRows, refuseBehind } from './capped-counts.ts'
import { windowOf } from './page-window.ts'
import type { Database, Db } from './tables.ts'

/** The rows of a list, their order, and the columns shown for a page. */
export type List<Stored> = {
  /** `from … where …` */
  from: RawBuilder<unknown>
  /** Columns of a matching row; by default every column of `from`. */
  columns?: RawBuilder<unknown>
  /** `order by …`, by names that `columns` selects. */
  order: RawBuilder<unknown>
  /**
   * `select …` from a page, which is a table in brackets; by default the page unchanged. A join does not keep the order
   * of the page.
   */
  show?: (page: RawBuilder<unknown>) => RawBuilder<Stored>
}

const shownBy = async <Stored>(db: Db, page: RawBuilder<unknown>, { show }: List<Stored>): Promise<Stored[]> =>
  (await (show ? show(page) : sql<Stored>`select * from ${page} page`).execute(db)).rows

/**
 * Read one page of a list that may be long. The query first finds the rows that the `filters` leave and then sorts
 * them.
 * @throws AppError TOO_WIDE for a page behind the rows that are counted
 */
export async function findPage<Stored>(
  db: Db,
  request: Paging,
  list: List<Stored> & {
    filters?: readonly unknown[]
    /** Filtered rows are read in order, so a filtered list has as many pages as the whole list. */
    turnsFar?: boolean
    /** Count rows in the order of the list, too: otherwise a planner would read the table from its beginning. */
    countsInOrder?: boolean
  },
): Promise<Page<Stored>> {
  const { from, columns = sql`*`, order, filters = [], turnsFar = false, countsInOrder = false } = list
  const window = windowOf(request)
  const total = await countUpTo(db, countsInOrder ? sql`select 1 ${from} ${order}` : sql`select 1 ${from}`)
  if (total.totalCount === 0) return { data: [], ...total }
  refuseBehind(total, window, !turnsFar && isFiltered(filters))
  const data = await shownBy(db, pageOfRows(sql`select ${columns} ${from}`, order, window, isFew(total, filters)), list)
  return { data, ...total }
}

/** Read one page of a list that people maintain by hand, with an exact count of all rows: stations, goods, plans. */
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

/** Convert the rows of a page to those of a response. */
export const shownPage = <Stored, Row>({ data, ...total }: Page<Stored>, row: (stored: Stored) => Row): Page<Row> => ({
  data: data.map(row),
  ...total,
})
