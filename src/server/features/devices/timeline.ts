import { type Kysely, sql } from 'kysely'
import { type DeviceSet, isOneOf } from '#server/db/device-set.ts'
import { oneDevice } from '#server/db/one-device.ts'
import { windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import type { Timeline, TimelineEntry } from '#shared/device-detail.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { OwnershipChange, ValueChange } from '#shared/ownership.ts'
import type { Paging } from '#shared/paging.ts'
import { basesOfDevice } from './bases-of-device.ts'

type StoredEvent = {
  id: string
  from_state: DeviceState | null
  to_state: DeviceState
  cause: TimelineEntry['cause']
  batch_id: number | null
  note: string | null
  by: string | null
  at: Date
  change: OwnershipChange | ValueChange | null
}

const isTransfer = (change: OwnershipChange | ValueChange): change is OwnershipChange => 'date' in change

/** Return what an event changed apart from the state: owner and place, or type or worker. */
function changedOf(change: StoredEvent['change'], reader: NameReader): Pick<TimelineEntry, 'transfer' | 'changed'> {
  if (change === null) return { transfer: null, changed: null }
  if (!isTransfer(change)) return { transfer: null, changed: change }
  return {
    transfer: { date: change.date, from: namesOf(reader, change.from), to: namesOf(reader, change.to) },
    changed: null,
  }
}

/**
 * Return the condition for events of the days on which the device belonged to the client or sub-account of a set, and
 * for those by which it came or left. A transfer applies from its date on, whenever it was entered, and an undo applies
 * from the same date on again. So the last change that applies to a day gives the owner; before all of them it is the
 * owner that the first change took the device from.
 */
function ownEvents(
  { clientId, accountId, spread }: Pick<DeviceSet, 'clientId' | 'accountId' | 'spread'>,
  timeZone: string,
) {
  const field = accountId === null ? 'clientId' : 'accountId'
  const own = sql`${accountId ?? clientId}::int`
  const side = (row: 'e' | 'c', name: 'from' | 'to') =>
    sql`(${sql.ref(`${row}.change`)} #>> ${sql.lit(`{${name},${field}}`)}::text[])::int`
  const changes = sql`from device_event c where c.device_id = e.device_id ${spread ? sql`and c.company_id = e.company_id` : sql``}
    and c.change ->> 'date' is not null and ${side('c', 'from')} <> ${side('c', 'to')}`
  const day = sql`(e.at at time zone ${timeZone})::date`
  return sql<boolean>`(${own} = coalesce(
      (select ${side('c', 'to')} ${changes} and (c.change ->> 'date')::date <= ${day} order by c.id desc limit 1),
      (select ${side('c', 'from')} ${changes} order by c.id limit 1), ${own})
    or (e.change ->> 'date' is not null and ${own} in (${side('e', 'from')}, ${side('e', 'to')})))`
}

/**
 * Return a page of the events of one device, newest first: its states and its owners. Notes, batches and names are only
 * for the staff. Events in another base before a transfer are hidden from this base, and a client does not see events
 * from before the device was its own.
 */
export async function timelineOf(
  db: Kysely<Database>,
  set: DeviceSet,
  { id, ...paging }: { id: number } & Paging,
  reader: NameReader,
  { personal, timeZone }: { personal: boolean; timeZone: string },
): Promise<Timeline> {
  const device = await oneDevice(db, set, id)
  const { offset, limit } = windowOf(paging)
  const ofBases = sql`${isOneOf('e.company_id', await basesOfDevice(db, set, device))} and e.device_id = ${device.id}`
  const own = personal ? sql`${ofBases} and ${ownEvents(set, timeZone)}` : ofBases
  const counted = await sql<{ total: number }>`select count(*)::int as total from device_event e where ${own}`.execute(
    db,
  )
  const { rows } =
    await sql<StoredEvent>`select e.id::text as id, e.from_state, e.to_state, e.cause, e.batch_id, e.note, u.name as by, e.at, e.change
    from device_event e left join app_user u on u.id = e.user_id where ${own} order by e.id desc limit ${limit} offset ${offset}`.execute(
      db,
    )
  const data = rows.map(
    ({ id: event, from_state, to_state, cause, at, note, by, batch_id, change }): TimelineEntry => ({
      id: event,
      from: from_state,
      to: to_state,
      cause,
      note: personal ? null : note,
      by: personal ? null : by,
      at: at.toISOString(),
      batchId: personal ? null : batch_id,
      ...changedOf(change, reader),
    }),
  )
  return { data, totalCount: counted.rows[0]?.total ?? 0 }
}
