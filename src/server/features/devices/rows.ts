import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { type DeviceFacts, withoutStaffFacts } from '#shared/device-facts.ts'
import type { DeviceRow, DeviceState, DeviceType } from '#shared/devices.ts'
import { factsOf, readFacts } from './facts.ts'

/** The hash rate of a device in TH/s, the time of its last report and of its last change of state. */
export type MeasuredDevice = { hash_rate: number | null; last_report_at: Date | null; state_since: Date }
/** A device as a file shows it, with the ids of its places. */
export type FiledDevice = {
  id: number
  serial: string
  type: DeviceType
  state: DeviceState
  repair_times: number
  active_worker: string | null
  active_worker_state: boolean
  site_id: number | null
  client_id: number | null
  account_id: number | null
  /** Present if the file has such columns. */
  facts?: DeviceFacts | null
  measured?: MeasuredDevice
}
export type CheckedDevice = FiledDevice &
  MeasuredDevice & {
    checks: { id: number; name: string }[] | null
    facts: DeviceFacts | null
  }

const checks = sql`(select json_agg(json_build_object('id', app_user.id, 'name', app_user.name) order by app_user.id)
  from device_check join app_user on app_user.id = device_check.user_id where device_check.device_id = device.id) as checks`
const checksAndFacts = sql`${checks}, ${factsOf('device')} as facts`
const checksAlone = sql`${checks}, null::json as facts`

/**
 * Return SQL for the reviewers and the facts of each device of a page, in the same query. On several nodes the facts
 * are read afterwards by `withFacts`.
 */
export const withChecks = ({ spread }: Pick<DeviceSet, 'spread'>): RawBuilder<unknown> =>
  spread ? checksAlone : checksAndFacts

/** Add the facts to rows of `withChecks` that do not have them, with one query instead of one per row. */
export async function withFacts<Row extends CheckedDevice>(
  db: Kysely<Database>,
  { spread, companyIds }: DeviceSet,
  rows: Row[],
): Promise<Row[]> {
  if (!spread || rows.length === 0) return rows
  const known = await readFacts(
    db,
    companyIds,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, facts: known.get(row.id) ?? null }))
}

/** Return the name of a place; null = no place. */
export const nameOf = (places: ReadonlyMap<number, { name: string }>, id: number | null): string | null =>
  id === null ? null : (places.get(id)?.name ?? null)

export const placeNames = (book: PlaceBook, device: FiledDevice) => ({
  site: nameOf(book.companies, device.site_id),
  client: nameOf(book.clients, device.client_id),
  account: nameOf(book.accounts, device.account_id),
})

export function deviceRow(
  book: PlaceBook,
  { personal }: Pick<DeviceSet, 'personal'>,
  device: CheckedDevice,
): DeviceRow {
  return {
    id: device.id,
    serial: device.serial,
    type: device.type,
    state: device.state,
    repairTimes: device.repair_times,
    activeWorker: device.active_worker,
    activeWorkerState: device.active_worker_state,
    siteId: device.site_id,
    clientId: device.client_id,
    accountId: device.account_id,
    ...placeNames(book, device),
    hashRate: device.hash_rate,
    lastReportAt: device.last_report_at?.toISOString() ?? null,
    neverReported: device.last_report_at === null,
    stateSince: device.state_since.toISOString(),
    checks: device.checks ?? [],
    facts: personal ? withoutStaffFacts(device.facts) : device.facts,
  }
}
