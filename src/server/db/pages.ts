import { type RawBuilder, sql } from 'kysely'
import type { Page, Paging } from '#shared/paging.ts'
import {
  type Counted,
  cappedAt,
  countUpTo,
  isFew,
  isFiltered,
  mostListed,
  pageOfRows,
  refuseBehind,
} from './capped-counts.ts'
import { readList } from './column-lists.ts'
import { type Window, windowOf } from './page-window.ts'
import type { Db } from './tables.ts'

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
 * Count the rows, and find the ids of the page among them if a list counts them exactly: rows for which no index has all
 * conditions are read once instead of twice. Ids are null for more rows.
 */
async function findFew(
  db: Db,
  { from, order }: List<unknown>,
  { limit, offset }: Window,
): Promise<{ total: Counted; ids: number[] | null }> {
  const { rows } = await sql<{ total: number; ids: string }>`
    with found as materialized (select id ${from} limit ${mostListed + 1})
    select (select count(*) from found)::int as total, array(select id from found ${order} limit ${limit} offset ${offset})::text as ids`.execute(
    db,
  )
  const total = cappedAt(rows[0]?.total ?? 0)
  return { total, ids: total.totalCapped ? null : readList(rows[0]?.ids) }
}

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
    /** Its order is that of ids, and no index has all conditions: few rows are found while they are counted. */
    findsFew?: boolean
  },
): Promise<Page<Stored>> {
  const {
    from,
    columns = sql`*`,
    order,
    filters = [],
    turnsFar = false,
    countsInOrder = false,
    findsFew = false,
  } = list
  const window = windowOf(request)
  const { total, ids } = findsFew
    ? await findFew(db, list, window)
    : { total: await countUpTo(db, countsInOrder ? sql`select 1 ${from} ${order}` : sql`select 1 ${from}`), ids: null }
  if (total.totalCount === 0) return { data: [], ...total }
  if (ids) {
    const found = sql`select ${columns} ${from} and id = any(${ids}::int[])`
    return { data: await shownBy(db, sql`(${found} ${order})`, list), ...total }
  }
  refuseBehind(total, window, !turnsFar && isFiltered(filters))
  const data = await shownBy(db, pageOfRows(sql`select ${columns} ${from}`, order, window, isFew(total, filters)), list)
  return { data, ...total }
}

/** Read one page of a list that people maintain by hand, with an exact count of all rows: stations, goods, plans. */
export async function findShortPage<Stored>(db: Db, request: Paging, list: List<Stored>): Promise<Page<Stored>> {
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
