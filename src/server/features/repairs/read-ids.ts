import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import type { RecordQuery } from './record-query.ts'

/** In the order of days, a filter of several bases has no index: a piece reads many more records than it finds. */
const idsAtOnce = 10_000

/** The number of ids that one piece in their order looks through, whatever the filters leave of them. */
const idsAPiece = 50_000

/** Return all ids in their own order, in pieces: at once they would read the records of all bases. */
async function readInOrder(db: Kysely<Database>, { conditions, byId }: RecordQuery): Promise<number[]> {
  const { rows: ends } = await sql<{ first: number; last: number }>`
    select coalesce(min(id), 0) as first, coalesce(max(id), -1) as last from repair_daily`.execute(db)
  const ids: number[] = []
  for (let from = ends[0]?.first ?? 0; from <= (ends[0]?.last ?? -1); from += idsAPiece) {
    const { rows } = await sql<{ id: number }>`select id from repair_daily
      where ${conditions} and id >= ${from} and id < ${from + idsAPiece} order by id`.execute(db)
    for (const { id } of rows) ids.push(id)
  }
  return byId === 'asc' ? ids : ids.reverse()
}

/** Return all ids in the order of the list. By day, the default, they are read in pieces that an index has in order. */
export async function readIds(db: Kysely<Database>, query: RecordQuery): Promise<number[]> {
  const { conditions, order, byDay, byId } = query
  if (byId !== null) return readInOrder(db, query)
  if (byDay === null) {
    // Read in storage order and sort: along a column's index each row would read another page.
    const { rows } = await sql<{
      id: number
    }>`with found as materialized (select * from repair_daily where ${conditions}) select id from found order by ${order}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  const ids: number[] = []
  for (let last: { day: Day; id: number } | undefined; ; ) {
    const after = last
      ? sql` and (repair_date, id) ${byDay === 'asc' ? sql`>` : sql`<`} (${last.day}::date, ${last.id})`
      : sql``
    const { rows }: { rows: { id: number; day: Day }[] } = await sql<{
      id: number
      day: Day
    }>`select id, repair_date::text as day from repair_daily
      where ${conditions}${after} order by ${order} limit ${idsAtOnce}`.execute(db)
    for (const { id } of rows) ids.push(id)
    last = rows.at(-1)
    if (rows.length < idsAtOnce) return ids
  }
}
