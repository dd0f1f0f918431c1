import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOneOf, onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { notTakenBack } from '#server/features/devices/taken-back.ts'
import { type DayReading, readDays } from '#server/features/history/archived-months.ts'
import { type NameReader, namesOf } from '#server/services/owner-names.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import type { OwnerIds, OwnershipChange } from '#shared/ownership.ts'
import type { Machines, StatementChanges, StatementMove } from './input.ts'

type Reader = Pick<NameReader, 'book' | 'set'>
type Source = { db: Kysely<Database>; reading: DayReading; reader: Reader }
type Way = 'gained' | 'left'

/** What the other side of a transfer is called: the client, or for a sub-account of the same client the sub-account; "another client" for who may not know it. */
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
type Move = { date: Day; other: OwnerIds | 'new' }

/** Whose machines were at the end of each day, in the database and in the archive. */
async function ownedDays(
  db: Kysely<Database>,
  { archive, today }: DayReading,
  set: Territory,
  ids: readonly number[],
  [start, end]: [Day, Day],
): Promise<Map<number, OwnedDay[]>> {
  const owned = (stored: RawBuilder<unknown>, ofDays: RawBuilder<boolean>) => sql<OwnedDay>`
    select device_id as id, business_date::text as day, company_id as "companyId", coalesce(client_id, 0) as "clientId",
      coalesce(account_id, 0) as "accountId", coalesce(site_id, 0) as "siteId" from ${stored} as stored
    where device_id = any(${ids}::int[]) and ${ofDays} and ${isOneOf('company_id', set.companyIds)}`
  // Each day is looked up by its key: of a range all machines of the base would be read.
  const oneByOne = sql<boolean>`business_date = any(${daysBetween(start, end)}::date[])`
  const rows = await readDays(db, today, { start, end }, async (files) => {
    const archived: OwnedDay[] = []
    for (const file of files)
      archived.push(...(await archive.rows(file, (stored) => owned(stored, sql`business_date >= ${start}::date and business_date <= ${end}::date`))))
    return [...archived, ...(await owned(sql`device_daily`, oneByOne).execute(db)).rows]
  })
  const days = new Map<number, OwnedDay[]>()
  for (const row of rows.sort((one, other) => one.day.localeCompare(other.day))) {
    const known = days.get(row.id)
    if (known) known.push(row)
    else days.set(row.id, [row])
  }
  return days
}

/** The last day on which a machine came, or the first after it had left for good, and whose it was before or since; several transfers of one day are one. */
function moveOf(days: readonly OwnedDay[], isOwn: (owner: OwnerIds) => boolean, way: Way): Move | null {
  const at = days.findLastIndex((day, index) => {
    const before = days[index - 1]
    return before !== undefined && isOwn(way === 'gained' ? day : before) && !isOwn(way === 'gained' ? before : day)
  })
  const [before, day] = [days[at - 1], days[at]]
  return before && day ? { date: day.day, other: way === 'gained' ? before : day } : null
}

/** The day on which a machine was first known, where it was the owner's from the first; null = it was known before the range. */
function firstOf([first]: readonly OwnedDay[], isOwn: (owner: OwnerIds) => boolean, from: Day): Move | null {
  return first && first.day > from && isOwn(first) ? { date: first.day, other: 'new' } : null
}
const nameIn = (language: 'zh' | 'en', other: StatementMove['other']): string => (other === null || other === 'new' ? '' : other[language])

/**
 * When machines came to a client, or left it, between two days, and from or to whom: by the owners of the days, which later transfers to the same
 * days have restated, and by the transfers alone where the days are of another base.
 */
async function withMoves(
  { db, reading, reader }: Source,
  set: Territory,
  clientId: number,
  way: Way,
  machines: Machines,
  [from, to]: [Day, Day],
): Promise<Machines> {
  const { ids, serials } = machines
  if (ids.length === 0) return machines
  const isSide = (side: 'from' | 'to') =>
    set.accountId === null
      ? sql`(e.change #>> ${`{${side},clientId}`}::text[])::int = ${clientId}`
      : sql`(e.change #>> ${`{${side},accountId}`}::text[])::int = ${set.accountId}`
  const [here, there] = way === 'gained' ? [isSide('to'), isSide('from')] : [isSide('from'), isSide('to')]
  const { rows } = await sql<{ id: number; change: OwnershipChange }>`
    select distinct on (e.device_id) e.device_id as id, e.change from device_event e
    where e.device_id = any(${ids}::int[]) and e.cause = 'transfer' and ${notTakenBack} and ${here} and not ${there}
      and e.change ->> 'date' > ${from} and e.change ->> 'date' <= ${to}${onTheirNodes('e.company_id', set)}
    order by e.device_id, e.id desc`.execute(db)
  const told = new Map(rows.map(({ id, change }): [number, Move] => [id, { date: change.date, other: way === 'gained' ? change.from : change.to }]))
  const days = await ownedDays(db, reading, set, ids, [from, to])
  const isOwn = (owner: OwnerIds) => (set.accountId === null ? owner.clientId === clientId : owner.accountId === set.accountId)
  const serialOf = new Map(ids.map((id, at) => [id, serials[at] ?? '']))
  const moves = new Map<string, StatementMove>()
  for (const id of ids) {
    const own = days.get(id) ?? []
    const move = moveOf(own, isOwn, way) ?? told.get(id) ?? (way === 'gained' ? firstOf(own, isOwn, from) : null)
    if (!move) continue
    const other = otherOf(reader, clientId, move.other)
    const key = `${move.date} ${other === 'new' ? other : nameIn('zh', other)}`
    const known = moves.get(key) ?? { date: move.date, other, serials: [] }
    known.serials.push(serialOf.get(id) ?? '')
    moves.set(key, known)
  }
  const ordered = [...moves.values()].sort(
    (one, other) => one.date.localeCompare(other.date) || nameIn('zh', one.other).localeCompare(nameIn('zh', other.other)),
  )
  for (const move of ordered) move.serials.sort()
  return { ...machines, moves: ordered }
}

/** Names the day and the other side of what came and went, as far as transfers tell it; the names as far as the reader may know them. @param set the machines of the statement */
export async function readMoves(source: Source, set: Territory, clientId: number, changes: StatementChanges): Promise<StatementChanges> {
  const days: [Day, Day] = [changes.opening.day, changes.closing.day]
  const gained = await withMoves(source, set, clientId, 'gained', changes.gained, days)
  const left = await withMoves(source, set, clientId, 'left', changes.left, days)
  const { set: reader } = source.reader
  const isInternal =
    reader.clientId === null && reader.accountId === null && [...gained.moves, ...left.moves].some(({ other }) => other !== null && other !== 'new')
  return { ...changes, gained, left, isInternal }
}
