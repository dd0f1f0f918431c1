import { type Kysely, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { type DeviceSet, isOneOf, onOneNode, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import { businessDay, businessTime } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairRow } from '#shared/repairs.ts'
import { gatherRows, nameRows, type PagedRecord, pagedColumns, type WholeRecord } from './gathered-rows.ts'
import type { StoredRepair } from './stored-repair.ts'

export type Calendar = { timeZone: string; today: Day }
const day = 86_400_000

/**
 * Return the days from the day a device was sent until it was online again; until today while it is not. Source:
 * fleet.md, States.
 */
function clockOf(
  row: StoredRepair,
  { timeZone, today }: Calendar,
): { clockDays: number | null; clockRunning: boolean } {
  const running = row.voided_at === null && (row.waiting || (row.type === '送修' && !row.closed))
  const end = row.back_online_at ? businessDay(row.back_online_at, timeZone) : running ? today : null
  if (row.sent === null || end === null || row.voided_at !== null) return { clockDays: null, clockRunning: false }
  return { clockDays: Math.max(0, (Date.parse(end) - Date.parse(row.sent)) / day), clockRunning: running }
}

const nameOf = (places: ReadonlyMap<number, { name: string }>, id: number | null): string | null =>
  id === null ? null : (places.get(id)?.name ?? null)

/** Return the current owner of a machine with an open repair, if it differs from the client of the record. */
function ownerNow(row: StoredRepair, reader: NameReader, clockRunning: boolean): string | null {
  if (!clockRunning || row.now_client_id === row.client_id) return null
  const { now_company_id: companyId, now_site_id, now_client_id, now_account_id } = row
  return namesOf(reader, {
    companyId,
    siteId: now_site_id ?? 0,
    clientId: now_client_id ?? 0,
    accountId: now_account_id ?? 0,
  }).client
}

function repairRow(row: StoredRepair, reader: NameReader, calendar: Calendar): RepairRow {
  const { company_id: companyId, site_id, client_id, account_id } = row
  // The record may name a former owner that not every reader may see.
  const owner = namesOf(reader, {
    companyId,
    siteId: site_id ?? 0,
    clientId: client_id ?? 0,
    accountId: account_id ?? 0,
  })
  const clock = clockOf(row, calendar)
  const time = (at: Date) => businessTime(at, calendar.timeZone)
  return {
    id: row.id,
    type: row.type,
    deviceId: row.device_id,
    deviceSerial: row.device_serial,
    site: owner.site,
    client: owner.client,
    clientNow: ownerNow(row, reader, clock.clockRunning),
    notes: row.notes,
    repairDateStr: row.date,
    createTimeStr: time(row.create_time),
    outcome: row.outcome,
    ...clock,
    backOnlineStr: row.back_online_at && time(row.back_online_at),
    repeated: row.repeat_of_id !== null,
    open: row.type === '送修' && !row.closed && row.voided_at === null,
    buyCompany: nameOf(reader.book.companies, row.buy_company_id),
    workshop: row.workshop,
    cost: row.cost,
    warrantyUntil: row.warranty_until,
    underWarranty: row.under_warranty,
    person: row.person,
    voided: row.voided_at && { reason: row.void_reason ?? '', person: row.voided_person, timeStr: time(row.voided_at) },
    rowVersion: row.row_version,
  }
}

/** Return what a page knows of records, in the order of their ids. */
export async function readPagedRecords(
  db: Kysely<Database>,
  { companyIds }: DeviceSet,
  ids: readonly number[],
): Promise<PagedRecord[]> {
  const { rows } = await sql<PagedRecord>`select ${pagedColumns} from repair_daily
    where ${isOneOf('company_id', companyIds)} and id = any(${integers(ids)}::int[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Return the rows of a page on several nodes. */
export async function readPageRows(
  db: Kysely<Database>,
  page: readonly (PagedRecord | WholeRecord)[],
  reader: NameReader,
  calendar: Calendar,
): Promise<RepairRow[]> {
  if (page.length === 0) return []
  const whole = page.filter((record) => 'machine' in record)
  const rows = whole.length === page.length ? await nameRows(db, whole) : await gatherRows(db, page)
  return rows.map((row) => repairRow(row, reader, calendar))
}

/**
 * Return records by their ids, in that order, with the other half of each repair: when it was sent, when it was online
 * again.
 */
export async function readRows(
  db: Kysely<Database>,
  set: DeviceSet,
  ids: readonly number[],
  reader: NameReader,
  calendar: Calendar,
): Promise<RepairRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredRepair>`
    select r.id, r.type, r.device_id, r.device_serial, r.company_id, r.site_id, r.client_id, r.account_id, r.notes,
      d.company_id as now_company_id, d.site_id as now_site_id, d.client_id as now_client_id, d.account_id as now_account_id, r.repair_date::text as date, r.create_time, r.outcome, r.closed,
      r.repeat_of_id, r.buy_company_id, r.workshop, r.cost::float8 as cost, r.warranty_until::text as warranty_until, u.name as person, r.row_version, r.voided_at, r.void_reason, v.name as voided_person,
      case r.type when '送修' then r.repair_date else opened.repair_date end::text as sent,
      case r.type when '送修' then back.back_online_at else r.back_online_at end as back_online_at,
      r.type = '送修' and exists (
        select 1 from repair_daily earlier where earlier.company_id = r.company_id and earlier.device_id = r.device_id and earlier.type = '送回'
          and earlier.voided_at is null and earlier.id < r.id and earlier.warranty_until >= r.repair_date${onTheirNodes('earlier.company_id', set)}) as under_warranty,
      d.state = 'repaired' and case r.type when '送修' then back.id is not null else true end and not exists (
        select 1 from repair_daily later where later.company_id = r.company_id and later.device_id = r.device_id and later.type = '送回' and later.voided_at is null
          and (later.create_time, later.id) > (coalesce(back.create_time, r.create_time), coalesce(back.id, r.id))${onTheirNodes('later.company_id', set)}) as waiting
    from unnest(${[...ids]}::int[]) with ordinality as wanted(id, place)
    join repair_daily r on r.id = wanted.id${onTheirNodes('r.company_id', set)}
    join device d on ${onOneNode('d.company_id', 'r.company_id', set)}d.id = r.device_id${onTheirNodes('d.company_id', set)}
    left join app_user u on u.id = r.user_id left join app_user v on v.id = r.voided_by
    left join repair_daily opened on opened.company_id = r.company_id and opened.id = r.opened_by_id${onTheirNodes('opened.company_id', set)}
    left join repair_daily back on back.company_id = r.company_id and back.opened_by_id = r.id and back.voided_at is null${onTheirNodes('back.company_id', set)}
    order by wanted.place`.execute(db)
  return rows.map((row) => repairRow(row, reader, calendar))
}
