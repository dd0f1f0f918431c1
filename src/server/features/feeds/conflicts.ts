import { type Kysely, sql } from 'kysely'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { ConflictListRequest, ConflictReason, ConflictRow, ConflictTelemetry } from '#shared/feed-conflicts.ts'
import type { Page } from '#shared/paging.ts'

type Stored = {
  id: number
  reason: ConflictReason
  device_id: number
  serial: string
  state: DeviceState
  site_id: number | null
  client_id: number | null
  batch_id: number
  telemetry: ConflictTelemetry
  create_time: Date
  resolved_at: Date | null
  resolved_by_name: string | null
}

/** The queue of a set of devices: what waits, the oldest first; or what was decided, the newest first. */
export async function findConflicts(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: ConflictListRequest): Promise<Page<ConflictRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const { offset, limit } = windowOf(request)
  const { resolved = false, reason } = request
  const from = sql`from feed_conflict c join (select id, serial, state, site_id, client_id from device where ${deviceConditions(set)}) d on d.id = c.device_id
    where c.company_id = any(${[...set.companyIds]}::int[]) and ${resolved ? sql`c.resolved_at is not null` : sql`c.resolved_at is null`}
      and ${reason === undefined ? sql`true` : sql`c.reason = ${reason}`}`
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  const { rows } = await sql<Stored>`
    select c.id, c.reason, c.device_id, d.serial, d.state, d.site_id, d.client_id, c.batch_id, c.telemetry, c.create_time, c.resolved_at,
      (select name from app_user u where u.id = c.resolved_by) as resolved_by_name
    ${from} order by ${resolved ? sql`c.resolved_at desc, c.id desc` : sql`c.id`} offset ${offset} limit ${limit}`.execute(db)
  const data = rows.map(
    (row): ConflictRow => ({
      id: row.id,
      reason: row.reason,
      deviceId: row.device_id,
      serial: row.serial,
      state: row.state,
      site: row.site_id === null ? null : (book.companies.get(row.site_id)?.name ?? null),
      client: row.client_id === null ? null : (book.clients.get(row.client_id)?.name ?? null),
      batchId: row.batch_id,
      telemetry: row.telemetry,
      createdAt: row.create_time.toISOString(),
      resolvedAt: row.resolved_at?.toISOString() ?? null,
      resolvedBy: row.resolved_by_name,
    }),
  )
  return { data, totalCount: counted.rows[0]?.count ?? 0 }
}
