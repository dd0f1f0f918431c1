import { type Kysely, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import type { Database } from '#server/db/tables.ts'
import { lookThrough, mostOfEach, ordered, type Search, valuesIn, type Way, waysOf } from './newest-entries.ts'

/** How much of the log a slice covers at first, in seconds. */
const firstWidth = 86_400
/** A slice that is read whole: a second never has as many entries, except in a log that was brought in. */
const leastWidth = 1

type Slice = { looked: number; ids: string | null; since: string; isLast: boolean }

/**
 * Read the slice of the log before `until`; null = it has more entries than may be looked through. They are counted from
 * the index alone first: PostgreSQL expects few entries of a value, and would read and sort all of them for a limit.
 */
async function readSlice(db: Kysely<Database>, way: Way, { during }: Search, width: number, until: string) {
  const since = sql`${until}::timestamptz - ${width}::float8 * interval '1 second'`
  const inside = sql<boolean>`(${during} and at < ${until}::timestamptz and at >= ${since})`
  const { wanted, entries, order, matches } = ordered(way, inside)
  const limit = sql`limit ${way.most + 1}`
  const fits = width > leastWidth ? sql`(select looked from counted) <= ${way.most}` : sql`true`
  const { rows } =
    await sql<Slice>`with counted as materialized (select count(*)::int as looked from (select 1 from ${wanted}
      cross join lateral (select 1 ${entries} ${order} ${limit}) entry ${limit}) entries),
    looked as materialized (select entry.* from ${wanted}
      cross join lateral (select at, id, ${matches} as matches ${entries} and ${fits}) entry)
    select (select looked from counted) as looked, (${since})::text as since,
      (array_agg(id order by at desc, id desc) filter (where matches))::text as ids,
      ${since} <= (select min(at) from audit_log) as "isLast" from looked`.execute(db)
  const [slice] = rows
  return slice && (slice.looked <= way.most || width <= leastWidth) ? slice : null
}

/** Return the ids of all entries of a way, newest first, slice by slice of a bounded number of entries. */
async function* idsInSlices(db: Kysely<Database>, way: Way, search: Search): AsyncGenerator<number[], void, unknown> {
  // As a text: a Date has no microseconds.
  const { rows } = await sql<{ until: string | null }>`
    select (max(at) + interval '1 microsecond')::text as until from audit_log`.execute(db)
  let until = rows[0]?.until ?? null
  let width = firstWidth
  while (until !== null) {
    const slice: Slice | null = await readSlice(db, way, search, width, until)
    if (slice === null) {
      width /= 4
      continue
    }
    if (slice.ids !== null) yield readList(slice.ids)
    until = slice.isLast ? null : slice.since
    // Wider only where much is left, as the next slice may be denser.
    if (slice.looked < way.most / 3) width *= 2
    if (slice.looked === 0) width *= 4
  }
}

/**
 * Return the ids of all entries that match, newest first. A few entries are found as the list finds them; the log is
 * read in slices otherwise.
 */
export async function* allEntries(db: Kysely<Database>, search: Search): AsyncGenerator<number[], void, unknown> {
  const ways = waysOf(search)
  for (const way of ways.filter(({ rest }) => rest.length > 0)) {
    const most = mostOfEach(way)
    const window = { offset: 0, limit: most * valuesIn(way) }
    const { isCut, ids } = await lookThrough(db, way, search, most, window)
    if (isCut) continue
    yield ids
    return
  }
  const inOrder = ways.find(({ key }) => key !== 'actor')
  if (inOrder) yield* idsInSlices(db, inOrder, search)
}
