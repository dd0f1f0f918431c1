import { type Kysely, sql } from 'kysely'
import { countsOf, deviceFacets } from '#server/db/device-counts.ts'
import { type DeviceSet, onTheirNodes } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { WarningList, WarningListRequest } from '#shared/device-detail.ts'
import { deviceColumns, orderedPart } from './ordered.ts'
import { type CheckedDevice, deviceRow, withChecks } from './rows.ts'

/** A page of devices in a state of trouble, the longest in it first, and how many there are in each such state. */
export async function findWarnings(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: WarningListRequest): Promise<WarningList> {
  const { state, ...any } = set
  if (set.companyIds.length === 0) return { data: [], totalCount: 0, counts: { warn: 0, low: 0, offline: 0 } }
  const counted = countsOf(await deviceFacets(db, any))
  const counts = { warn: counted.warn, low: counted.low, offline: counted.offline }
  const { offset, limit } = windowOf(request)
  const ids = orderedPart({ ...set, state: request.state }, 'state_since', false, { offset, limit }, sql`id, state_since`)
  const { rows } = await sql<CheckedDevice & { state_since: Date }>`select ${deviceColumns}, device.state_since, ${withChecks}
    from (${ids}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)} order by page.state_since, page.id`.execute(db)
  const data = rows.map((row) => ({ ...deviceRow(book, row), stateSince: row.state_since.toISOString() }))
  return { data, totalCount: counts[request.state], counts }
}
