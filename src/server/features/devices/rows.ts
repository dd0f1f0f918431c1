import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { type DeviceSet, isOnSeveralNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { namesOfUsers } from '#server/features/users/names-of-users.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { type DeviceFacts, withoutStaffFacts } from '#shared/device-facts.ts'
import type { DeviceRow, DeviceState, DeviceType } from '#shared/devices.ts'
import { factsOf, readFacts } from './facts.ts'

/** The hash rate of a device in TH/s, the time of its last report and of its last change of state. */
export interface MeasuredDevice {
  hash_rate: number | null
  last_report_at: Date | null
  state_since: Date
}
/** A device as a file shows it, with the ids of its places. */
export interface FiledDevice {
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
interface Check {
  id: number
  name: string
}
/**
 * A device of a page. What it lacks is read afterwards by `addChecksAndFacts`: its facts, its reviewers, or only the
 * names of these.
 */
export interface ReadDevice extends FiledDevice, MeasuredDevice {
  company_id: number
  checks?: Check[] | null
  /** The ids of the users. */
  reviewers?: number[]
}

const named = sql`json_agg(json_build_object('id', app_user.id, 'name', app_user.name) order by app_user.id)`
const checks = sql`(select ${named} from device_check join app_user on app_user.id = device_check.user_id where device_check.device_id = device.id) as checks`
const reviewers = sql`array(select user_id from device_check where device_check.device_id = device.id) as reviewers`

/**
 * Return SQL for the reviewers and the facts of each device of a query of the table `device`. Citus plans such a query
 * for each call, so on several nodes it has few tables: the names of the few reviewers are read afterwards, by
 * `addChecksAndFacts`. If the devices come from several nodes, no single one has their facts, which are read there, too.
 */
export const withChecks = (set: Pick<Territory, 'spread' | 'companyIds'>): RawBuilder<unknown> => {
  const facts = sql`${factsOf('device', set)} as facts`
  if (!set.spread) return sql`${checks}, ${facts}`
  return isOnSeveralNodes(set) ? reviewers : sql`${reviewers}, ${facts}`
}

/** Add the ids of their reviewers to some devices. Most have none. */
async function addReviewers(db: Kysely<Database>, rows: readonly ReadDevice[]): Promise<void> {
  if (rows.length === 0) return
  const found = new Map<number, number[]>()
  for (const row of rows) {
    row.reviewers = []
    found.set(row.id, row.reviewers)
  }
  // A query of one table: Citus would plan the join with the names again for each page.
  const { rows: kept } = await sql<Database['device_check']>`select device_id, user_id from device_check
    where device_id = any(${integers([...found.keys()])}::int[])`.execute(db)
  for (const { device_id, user_id } of kept) found.get(device_id)?.push(user_id)
}

/** Name the reviewers of some devices whose ids are known. */
async function nameReviewers(db: Kysely<Database>, rows: readonly ReadDevice[]): Promise<void> {
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ reviewers = [] }) => reviewers))])
  for (const row of rows)
    row.checks = row.reviewers?.sort((one, other) => one - other).map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** Add the reviewers and facts to the rows of a page that do not have them; only the nodes of these rows are asked. */
export async function addChecksAndFacts(db: Kysely<Database>, rows: readonly ReadDevice[]): Promise<void> {
  const unknown = rows.filter(({ facts }) => facts === undefined)
  const unnamed = rows.filter(({ checks }) => checks === undefined)
  const companyIds = [...new Set(unknown.map(({ company_id }) => company_id))]
  const [facts] = await Promise.all([
    readFacts(
      db,
      companyIds,
      unknown.map(({ id }) => id),
    ),
    addReviewers(
      db,
      unnamed.filter(({ reviewers }) => reviewers === undefined),
    ),
  ])
  for (const row of unknown) row.facts = facts.get(row.id) ?? null
  await nameReviewers(db, unnamed)
}

/** Return the name of a place; null = no place. */
export const nameOf = (places: ReadonlyMap<number, { name: string }>, id: number | null): string | null =>
  id === null ? null : (places.get(id)?.name ?? null)

export const placeNames = (book: PlaceBook, device: FiledDevice) => ({
  site: nameOf(book.companies, device.site_id),
  client: nameOf(book.clients, device.client_id),
  account: nameOf(book.accounts, device.account_id),
})

export function deviceRow(book: PlaceBook, { personal }: Pick<DeviceSet, 'personal'>, device: ReadDevice): DeviceRow {
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
    facts: personal ? withoutStaffFacts(device.facts ?? null) : (device.facts ?? null),
  }
}
