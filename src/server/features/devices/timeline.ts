import { type Kysely, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { oneDevice } from '#server/db/one-device.ts'
import { windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { DayChange } from '#shared/day-lists.ts'
import type { Timeline } from '#shared/device-detail.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { Paging } from '#shared/paging.ts'

type StoredEvent = {
  id: string
  from_state: DeviceState | null
  to_state: DeviceState
  cause: DayChange['cause']
  note: string | null
  by: string | null
  at: Date
}

/** Everything that happened to the state of one device, the newest first; notes and names of the staff are for the staff. */
export async function timelineOf(db: Kysely<Database>, set: DeviceSet, { id, ...paging }: { id: number } & Paging, personal: boolean): Promise<Timeline> {
  const device = await oneDevice(db, set, id)
  const { offset, limit } = windowOf(paging)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from device_event where company_id = ${device.company_id} and device_id = ${device.id}`.execute(db)
  const { rows } = await sql<StoredEvent>`select e.id::text as id, e.from_state, e.to_state, e.cause, e.note, u.name as by, e.at
    from device_event e left join app_user u on u.id = e.user_id
    where e.company_id = ${device.company_id} and e.device_id = ${device.id} order by e.id desc limit ${limit} offset ${offset}`.execute(db)
  const data = rows.map(({ from_state, to_state, at, note, by, ...event }) => ({
    ...event,
    from: from_state,
    to: to_state,
    note: personal ? null : note,
    by: personal ? null : by,
    at: at.toISOString(),
  }))
  return { data, totalCount: counted.rows[0]?.total ?? 0 }
}
