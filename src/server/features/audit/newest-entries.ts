import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Counted, countUpTo, mostListed, refuseBehind } from '#server/db/capped-counts.ts'
import { readList } from '#server/db/column-lists.ts'
import type { Window } from '#server/db/page-window.ts'
import { containing, isInTrigrams, leastOfTrigram } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { type Keyed, ofValue, valuesOf } from './common-era.ts'

type Condition = RawBuilder<boolean>

/** What the log is searched by. */
export type Search = {
  /** The days and the era. */
  during: Condition
  hasDays: boolean
  keyed: readonly Keyed[]
  actor: string | undefined
}

/** Entries to look through: those of an index, newest first, or all of an actor, in any order. */
export type Way = {
  key: Keyed | 'actor' | null
  /** What the index does not cover, to be checked on each entry. */
  rest: readonly Condition[]
  /** A result that the index of the value covers too. */
  inside?: Condition
  most: number
}

/** The newest entries of all that are looked through: they are stored side by side. */
const mostOfAll = 20_000
/** The newest entries of a filter that are looked through. Each may be in another page of the table. */
const mostOfFilter = 12_000
/** The entries of an actor that are looked through for other filters, and those of a filter after too many of these. */
const mostOfActor = 6_000
const mostAfterActor = 7_500

/** Results with indexes of their own, by company and by action. */
const rareResults = new Set<unknown>(['failed', 'denied', 'stopped'])

const isAny = ({ column, type, values }: Keyed): Condition => {
  // As a literal: a plan for any result could not use the indexes of the failed entries.
  if (column === 'result') return sql<boolean>`result = ${sql.lit(values[0])}`
  return sql<boolean>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`
}
const isOf = (actor: string): Condition => sql<boolean>`actor ilike ${containing(actor)}`
const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`

/** Return the ways to look for entries, the one that probably has the fewest first. */
export function waysOf({ during, hasDays, keyed, actor }: Search): Way[] {
  const named = actor ? [isOf(actor)] : []
  const searched = actor !== undefined && isInTrigrams(actor)
  const result = keyed.find(({ column }) => column === 'result')
  const keys = keyed.length > 1 ? keyed.filter((one) => one !== result) : keyed
  const inside = keys !== keyed && result && rareResults.has(result.values[0]) ? result : undefined
  const most = Math.floor((searched ? mostAfterActor : mostOfFilter) / Math.max(keys.length, 1))
  const isAlone = keyed.length === 0 && !hasDays
  const ofActor: Way = {
    key: 'actor',
    rest: [...keyed.map(isAny), during],
    most: isAlone ? mostListed : mostOfActor,
  }
  const ofKeys = keys.map((key): Way => {
    const others = keyed.filter((one) => one !== key && one !== inside)
    return { key, rest: [...others.map(isAny), ...named], most, ...(inside && { inside: isAny(inside) }) }
  })
  const ofAll: Way = { key: null, rest: named, most: mostOfAll }
  return [...(searched ? [ofActor] : []), ...(keys.length > 0 ? ofKeys : [ofAll])]
}

/**
 * The part of a way that an index has in the order of the log, for one `wanted.value`, that order, and what is checked
 * on each entry.
 */
export function ordered({ key, inside, rest }: Way, during: Condition) {
  const own = key === null || key === 'actor' ? null : key
  const { condition, rising } = own ? ofValue(own) : { condition: sql`true`, rising: null }
  return {
    wanted: own ? valuesOf(own) : sql`unnest(array[0]) wanted(value)`,
    entries: sql`from audit_log where ${condition} and ${inside ? sql`${during} and ${inside}` : during}`,
    order: sql`order by ${rising ? sql`${rising}, ` : sql``}at desc, id desc`,
    matches: all(rest),
  }
}

/**
 * Select the newest entries of a way, `most` of each value; `matches` = the rest of the filters accepts it, `since` = the
 * time of the oldest, if there are more. That time is read from the index alone, and the entries by their times:
 * PostgreSQL expects few entries of a value, and would read and sort all of them to return the newest.
 */
function newestOf(way: Way, during: Condition, most: number): RawBuilder<unknown> {
  const { wanted, entries, order, matches } = ordered(way, during)
  return sql`select entry.*, ending.since from ${wanted}
    cross join lateral (select (select at ${entries} ${order} limit 1 offset ${most}) as since offset 0) ending
    cross join lateral (select at, id, ${matches} as matches ${entries}
      and at >= coalesce(ending.since, '-infinity')) entry`
}

/**
 * Select entries of an actor in any order, up to `most`. Planned without the limit, PostgreSQL reads the index of parts
 * of names: it expects an actor everywhere in the log.
 */
function entriesOfActor({ rest }: Way, actor: string, most: number): RawBuilder<unknown> {
  const named = sql`select at, id, ${all(rest)} as matches from audit_log where ${isOf(actor)}`
  return sql`select *, case when count(*) over () > ${most}::int then 'infinity'::timestamptz end as since
    from (with named as materialized (${named}) select * from named limit ${most + 1}) entry`
}

type Answer = Counted & { ids: number[] }
type Found = { matched: number; isCut: boolean; ids: number[] }

/**
 * Look through the entries of a way. A value with more entries than are looked through cuts the search at its oldest:
 * older ones of other values may come after some that were not looked at.
 */
export async function lookThrough(
  db: Kysely<Database>,
  way: Way,
  { during, actor = '' }: Search,
  most: number,
  window: Window,
): Promise<Found> {
  const looked = way.key === 'actor' ? entriesOfActor(way, actor, most) : newestOf(way, during, most)
  const { rows } = await sql<{ matched: number; isCut: boolean; ids: string | null }>`with
      looked as materialized (${looked}),
      ending as materialized (select max(since) as since from looked),
      found as materialized (select looked.at, looked.id from looked, ending
        where matches and looked.at >= coalesce(ending.since, '-infinity'))
    select (select count(*)::int from found) as matched, (select since is not null from ending) as "isCut",
      (select array_agg(id)::text from (select id from found order by at desc, id desc
        limit ${window.limit} offset ${window.offset}) page) as ids`.execute(db)
  const { matched = 0, isCut = false, ids } = rows[0] ?? {}
  return { matched, isCut, ids: readList(ids) }
}

export const valuesIn = ({ key }: Way): number => (key === null || key === 'actor' ? 1 : key.values.length)
/** The entries of each value that are looked through. */
export const mostOfEach = (way: Way): number => Math.ceil(way.most / valuesIn(way))
const tooWide = (looked: number) => new AppError('TOO_WIDE', { word: 'error.logTooWide', values: { looked } })

/** Return how many entries match, and the ids of a page, from an index that covers all filters. */
async function pageOfIndex(db: Kysely<Database>, way: Way, search: Search, window: Window): Promise<Answer> {
  const { keyed, during } = search
  const { wanted, entries, order } = ordered(way, during)
  const counted = sql`select 1 from ${wanted} cross join lateral (select 1 ${entries} ${order} limit ${mostListed + 1}) entry`
  const total = await countUpTo(db, counted)
  refuseBehind(total, window, keyed.length > 0)
  const last = window.offset + window.limit
  const most = total.totalCapped ? Math.min(last, Math.max(window.limit, Math.floor(mostOfAll / valuesIn(way)))) : last
  const { matched, isCut, ids } = await lookThrough(db, way, search, most, window)
  if (isCut && matched < last) throw tooWide(mostOfAll)
  return { ...total, ids }
}

/**
 * Return how many entries match, exactly or "more than", and the ids of a page, newest first. A bounded number of
 * entries is looked through, one way after the other until they end or fill a page.
 * @throws AppError TOO_WIDE for a page behind those, and where no way fills a page
 */
export async function newestEntries(db: Kysely<Database>, search: Search, window: Window): Promise<Answer> {
  const { actor } = search
  const ways = waysOf(search)
  const covering = ways.find(({ rest }) => rest.length === 0)
  if (covering) return pageOfIndex(db, covering, search, window)
  let looked = 0
  for (const way of ways) {
    looked = way.most
    const { matched, isCut, ids } = await lookThrough(db, way, search, mostOfEach(way), window)
    // The entries of an actor have no order: too many of them have no newest ones.
    if (isCut && (way.key === 'actor' || matched < window.limit || matched <= window.offset)) continue
    const isMore = isCut || matched > mostListed
    const total = isMore
      ? { totalCount: Math.min(mostListed, matched - 1), totalCapped: true }
      : { totalCount: matched }
    refuseBehind(total, window, true)
    return { ...total, ids }
  }
  if (actor === undefined || actor === '' || isInTrigrams(actor)) throw tooWide(looked)
  const values = { rows: looked, characters: leastOfTrigram }
  throw new AppError('TOO_WIDE', { word: 'error.searchTooShort', values })
}
