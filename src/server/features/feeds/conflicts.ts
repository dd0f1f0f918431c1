import { type Kysely, sql } from 'kysely'
import { countUpTo, isFew, isFiltered, pageOfRows, refuseBehind } from '#server/db/capped-counts.ts'
import { type DeviceSet, deviceConditions, onTheirNodes } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
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

/** Maximum number of conflicts whose devices are looked up to filter by their present state. */
const mostLooked = 2_000

const shownConflict = (row: Stored, book: PlaceBook): ConflictRow => ({
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
})

/**
 * Return the conflicts of a set of devices: open ones oldest first, or resolved ones newest first.
 * @throws AppError TOO_WIDE for a page too far back in a long list, or for a filter by present state over too many
 * conflicts
 */
export async function findConflicts(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: ConflictListRequest,
): Promise<Page<ConflictRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const window = windowOf(request)
  const { resolved = false, reason, clientId, accountId, siteId, type, serial } = request
  const { state, ...placed } = set
  const narrowed = [
    deviceConditions(placed),
    resolved ? sql<boolean>`resolved_at is not null` : sql<boolean>`resolved_at is null`,
  ]
  if (reason !== undefined) narrowed.push(sql<boolean>`reason = ${reason}`)
  if (state !== undefined) {
    const looked = await countUpTo(db, sql`select 1 from feed_conflict where ${sql.join(narrowed, sql` and `)}`)
    if (looked.totalCount > mostLooked)
      throw new AppError('TOO_WIDE', { word: 'error.stateTooWide', values: { rows: mostLooked } })
    narrowed.push(
      sql<boolean>`exists (select 1 from device where device.company_id = feed_conflict.company_id and device.id = device_id and device.state = ${state})`,
    )
  }
  const where = sql.join(narrowed, sql` and `)
  const total = await countUpTo(db, sql`select 1 from feed_conflict where ${where}`)
  if (total.totalCount === 0) return { data: [], totalCount: 0 }
  const filters = [reason, clientId, accountId, siteId, type, state, serial]
  refuseBehind(total, window, isFiltered(filters))
  const order = (alias: string) =>
    resolved
      ? sql`order by ${sql.ref(`${alias}resolved_at`)} desc, ${sql.ref(`${alias}id`)} desc`
      : sql`order by ${sql.ref(`${alias}id`)}`
  const page = pageOfRows(
    sql`select id, resolved_at from feed_conflict where ${where}`,
    order(''),
    window,
    isFew(total, filters),
  )
  const { rows } = await sql<Stored>`
    select c.id, c.reason, c.device_id, d.serial, d.state, d.site_id, d.client_id, c.batch_id, c.telemetry, c.create_time, c.resolved_at,
      (select name from app_user u where u.id = c.resolved_by) as resolved_by_name
    from ${page} page join feed_conflict c on c.id = page.id${onTheirNodes('c.company_id', set)}
    join device d on d.company_id = c.company_id and d.id = c.device_id${onTheirNodes('d.company_id', set)} ${order('c.')}`.execute(
    db,
  )
  return { data: rows.map((row) => shownConflict(row, book)), ...total }
}
