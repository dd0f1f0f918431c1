import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOneOf, onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { notUndone } from '#server/features/devices/undone-events.ts'
import { type DayReading, readDays } from '#server/features/history/archived-months.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import type { Day } from '#shared/dates.ts'
import type { OwnerIds, OwnershipChange } from '#shared/ownership.ts'
import type { Machines, StatementChanges, StatementMove } from './input.ts'

type Reader = Pick<NameReader, 'book' | 'set'>
type Source = { db: Kysely<Database>; reading: DayReading; reader: Reader }
type Way = 'gained' | 'left'

/**
 * Return the name of the other owner of a transfer: the client, or the sub-account if it belongs to the same client. A
 * reader who may not know the name gets "another client".
 */
function otherOf({ book, set }: Reader, clientId: number, owner: Move['other']): StatementMove['other'] {
  if (owner === 'new') return owner
  const called = (language: 'zh' | 'en') => {
    const { client, account } = namesOf({ book, set, language }, owner)
    return owner.clientId === clientId ? (account ?? client) : client
  }
  const [zh, en] = [called('zh'), called('en')]
  return zh === null || en === null ? null : { zh, en }
}

type OwnedDay = OwnerIds & { id: number; day: Day }
type Owned = ReadonlyMap<string, OwnedDay>
type Move = { date: Day; other: OwnerIds | 'new' }
const keyOf = (id: number, day: Day): string => `${id} ${day}`
/** Every sixth day is looked up first. */
const stride = 6

/** Return the owners of machines at the end of some days, by machine and day, from the database and the archive. */
async function ownedOn(
  { db, reading: { archive, today } }: Source,
  set: Territory,
  ids: readonly number[],
  days: readonly Day[],
): Promise<Owned> {
  const [start, end] = [days[0], days.at(-1)]
  if (start === undefined || end === undefined || ids.length === 0) return new Map()
  // Each day is looked up by its key. A range of days would read all machines of the base.
  const owned = (stored: RawBuilder<unknown>) => sql<OwnedDay>`
    select device_id as id, business_date::text as day, company_id as "companyId", coalesce(client_id, 0) as "clientId",
      coalesce(account_id, 0) as "accountId", coalesce(site_id, 0) as "siteId" from ${stored} as stored
    where device_id = any(${ids}::int[]) and business_date = any(${days}::date[]) and ${isOneOf('company_id', set.companyIds)}`
  const rows = await readDays(db, today, { start, end }, async (files) => {
    const archived: OwnedDay[] = []
    for (const file of files) archived.push(...(await archive.rows(file, owned)))
    return [...archived, ...(await owned(sql`device_daily`).execute(db)).rows]
  })
  return new Map(rows.map((row) => [keyOf(row.id, row.day), row]))
}

/** Return the days between two days for which the bases of a set have data, in order. */
async function knownDays({ db }: Source, { companyIds }: Territory, [start, end]: [Day, Day]): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`select distinct business_date::text as day from daily_scope
    where kind = 'company' and ${isOneOf('company_id', companyIds)} and scope_id = company_id and business_date between ${start}::date and ${end}::date and total > 0
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Return the index of the day on which a machine last came or last left, or null. For a machine that left it is the
 * first day without it.
 */
function lastMove(
  id: number,
  days: readonly Day[],
  owned: Owned,
  isOwn: (owner: OwnerIds) => boolean,
  way: Way,
): number | null {
  const isOwnOn = (day: Day | undefined) => {
    const owner = day === undefined ? undefined : owned.get(keyOf(id, day))
    return owner !== undefined && isOwn(owner)
  }
  const place = days.findLastIndex(
    (day, at) => at > 0 && isOwnOn(days[at - 1]) === (way === 'left') && isOwnOn(day) === (way === 'gained'),
  )
  return place < 0 ? null : place
}

/**
 * Find the last day on which each machine came or left, and its owner on the other side. First every few days are
 * looked up, then the days between the two where the owner differs. Several transfers between two of those count as
 * one. `other` null = no record of the machine on that day.
 */
async function movesByDays(
  source: Source,
  set: Territory,
  ids: readonly number[],
  days: readonly Day[],
  isOwn: (owner: OwnerIds) => boolean,
  way: Way,
) {
  const coarse = days.filter((_, at) => at % stride === 0 || at === days.length - 1)
  const owned = await ownedOn(source, set, ids, coarse)
  const spans = new Map<number, number[]>()
  for (const id of ids) {
    const place = lastMove(id, coarse, owned, isOwn, way)
    if (place !== null) spans.set(place, [...(spans.get(place) ?? []), id])
  }
  const moves = new Map<number, Move | { date: Day; other: null }>()
  for (const [place, some] of spans) {
    const [first = '', last = ''] = [coarse[place - 1], coarse[place]]
    const within = days.filter((day) => day > first && day < last)
    const between = new Map([...owned, ...(await ownedOn(source, set, some, within))])
    const all = [first, ...within, last]
    for (const id of some) {
      const at = lastMove(id, all, between, isOwn, way) ?? 0
      const [before, date = ''] = [all[at - 1], all[at]]
      const other = between.get(keyOf(id, (way === 'gained' ? before : date) ?? ''))
      moves.set(id, { date, other: other ?? null })
    }
  }
  return moves
}

const nameIn = (language: 'zh' | 'en', other: StatementMove['other']): string =>
  other === null || other === 'new' ? '' : other[language]

/**
 * Add to the machines that came to or left a client between two days the day and the other owner. If a machine has only
 * one transfer ever, that transfer is used. For all others the owners of the days are used, which later transfers for
 * the same days have already corrected. If the days belong to another base, the transfers are used.
 */
async function withMoves(
  source: Source,
  set: Territory,
  clientId: number,
  way: Way,
  machines: Machines,
  days: readonly Day[],
): Promise<Machines> {
  const { ids, serials } = machines
  const [from = '', to = ''] = [days[0], days.at(-1)]
  if (ids.length === 0) return machines
  const isSide = (side: 'from' | 'to') =>
    set.accountId === null
      ? sql`(e.change #>> ${`{${side},clientId}`}::text[])::int = ${clientId}`
      : sql`(e.change #>> ${`{${side},accountId}`}::text[])::int = ${set.accountId}`
  const [here, there] = way === 'gained' ? [isSide('to'), isSide('from')] : [isSide('from'), isSide('to')]
  const { rows } = await sql<{ id: number; change: OwnershipChange; transfers: number }>`
    select distinct on (e.device_id) e.device_id as id, e.change, e.transfers from (
      select e.id, e.device_id, e.change, count(*) over (partition by e.device_id)::int as transfers from device_event e
      where e.device_id = any(${ids}::int[]) and e.cause = 'transfer' and ${notUndone}${onTheirNodes('e.company_id', set)}) e
    where ${here} and not ${there} and e.change ->> 'date' > ${from} and e.change ->> 'date' <= ${to}
    order by e.device_id, e.id desc`.execute(source.db)
  const movedBy = new Map(
    rows.map(({ id, change }): [number, Move] => [
      id,
      { date: change.date, other: way === 'gained' ? change.from : change.to },
    ]),
  )
  const only = new Set(rows.flatMap(({ id, transfers }) => (transfers === 1 ? [id] : [])))
  const isOwn = (owner: OwnerIds) =>
    set.accountId === null ? owner.clientId === clientId : owner.accountId === set.accountId
  const others = ids.filter((id) => !only.has(id))
  const known = await movesByDays(source, set, others, days, isOwn, way)
  const moveOf = (id: number): Move | undefined => {
    const move = known.get(id)
    if (move?.other) return { ...move, other: move.other }
    return movedBy.get(id) ?? (move && way === 'gained' ? { date: move.date, other: 'new' } : undefined)
  }
  const serialOf = new Map(ids.map((id, at) => [id, serials[at] ?? '']))
  const moves = new Map<string, StatementMove>()
  for (const id of ids) {
    const move = moveOf(id)
    if (!move) continue
    const other = otherOf(source.reader, clientId, move.other)
    const key = `${move.date} ${other === 'new' ? other : nameIn('zh', other)}`
    const group = moves.get(key) ?? { date: move.date, other, serials: [] }
    group.serials.push(serialOf.get(id) ?? '')
    moves.set(key, group)
  }
  const ordered = [...moves.values()].sort(
    (one, other) =>
      one.date.localeCompare(other.date) || nameIn('zh', one.other).localeCompare(nameIn('zh', other.other)),
  )
  for (const move of ordered) move.serials.sort()
  return { ...machines, moves: ordered }
}

/**
 * Add the day and the other owner to the machines gained and left, as far as known. Names are limited to those that the
 * reader may know.
 * @param set the machines of the statement
 */
export async function readMoves(
  source: Source,
  set: Territory,
  clientId: number,
  changes: StatementChanges,
): Promise<StatementChanges> {
  const days = await knownDays(source, set, [changes.opening.day, changes.closing.day])
  const gained = await withMoves(source, set, clientId, 'gained', changes.gained, days)
  const left = await withMoves(source, set, clientId, 'left', changes.left, days)
  const { set: reader } = source.reader
  const isInternal =
    reader.clientId === null &&
    reader.accountId === null &&
    [...gained.moves, ...left.moves].some(({ other }) => other !== null && other !== 'new')
  return { ...changes, gained, left, isInternal }
}
