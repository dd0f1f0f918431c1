import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { type DeviceSet, isOneOf, onOneNode, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import { businessDay, businessTime } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairOutcomeShown, RepairRow, RepairType } from '#shared/repairs.ts'

export type Calendar = { timeZone: string; today: Day }
type Stored = {
  id: number
  type: RepairType
  device_id: number
  device_serial: string
  site_id: number | null
  client_id: number | null
  account_id: number | null
  company_id: number
  now_client_id: number | null
  now_account_id: number | null
  now_site_id: number | null
  now_company_id: number
  notes: string | null
  date: Day
  create_time: Date
  outcome: RepairOutcomeShown | null
  closed: boolean
  repeat_of_id: number | null
  buy_company_id: number | null
  workshop: string | null
  cost: number | null
  warranty_until: Day | null
  under_warranty: boolean
  person: string | null
  row_version: number
  voided_at: Date | null
  void_reason: string | null
  voided_person: string | null
  sent: Day | null
  back_online_at: Date | null
  waiting: boolean
}
const day = 86_400_000

/**
 * Return the days from the day a device was sent until it was online again; until today while it is not. Source:
 * fleet.md, States.
 */
function clockOf(row: Stored, { timeZone, today }: Calendar): { clockDays: number | null; clockRunning: boolean } {
  const running = row.voided_at === null && (row.waiting || (row.type === '送修' && !row.closed))
  const end = row.back_online_at ? businessDay(row.back_online_at, timeZone) : running ? today : null
  if (row.sent === null || end === null || row.voided_at !== null) return { clockDays: null, clockRunning: false }
  return { clockDays: Math.max(0, (Date.parse(end) - Date.parse(row.sent)) / day), clockRunning: running }
}

const nameOf = (places: ReadonlyMap<number, { name: string }>, id: number | null): string | null =>
  id === null ? null : (places.get(id)?.name ?? null)

/** Return the current owner of a machine with an open repair, if it differs from the client of the record. */
function ownerNow(row: Stored, reader: NameReader, clockRunning: boolean): string | null {
  if (!clockRunning || row.now_client_id === row.client_id) return null
  const { now_company_id: companyId, now_site_id, now_client_id, now_account_id } = row
  return namesOf(reader, {
    companyId,
    siteId: now_site_id ?? 0,
    clientId: now_client_id ?? 0,
    accountId: now_account_id ?? 0,
  }).client
}

function repairRow(row: Stored, reader: NameReader, calendar: Calendar): RepairRow {
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

/** Tables from which the rows of some records are read, and what the statement says before them. */
type Sources = Record<'before' | 'records' | 'machines', RawBuilder<unknown>>
/** A record and its machine as JSON. */
type Gathered = { record: string; machine: string }

/** Rows of a page whose records are gathered. More are joined on their nodes, where an index finds the other records. */
const mostGathered = 100

/** Return what `column` of each row contains as one JSON array. */
const listOf = (rows: readonly Gathered[], column: keyof Gathered) => `[${rows.map((row) => row[column]).join()}]`

/**
 * Return the tables from which the rows of some records are read. On several nodes, all records of the machines of a
 * page are read first and joined on the first node: each shard would plan the whole join again for every page. They
 * return as JSON, because Citus would send a common table expression to every node.
 */
async function sourcesOf(
  db: Kysely<Database>,
  { spread, companyIds }: DeviceSet,
  ids: readonly number[],
): Promise<Sources> {
  if (!spread || ids.length > mostGathered) return { before: sql``, records: sql`repair_daily`, machines: sql`device` }
  const shown = await sql<{ company_id: number; device_id: number }>`select company_id, device_id from repair_daily
    where ${isOneOf('company_id', companyIds)} and id = any(${integers(ids)}::int[])`.execute(db)
  const bases = [...new Set(shown.rows.map(({ company_id }) => company_id))]
  const { rows } =
    await sql<Gathered>`select to_json(r)::text as record, json_build_object('id', d.id, 'company_id', d.company_id,
      'site_id', d.site_id, 'client_id', d.client_id, 'account_id', d.account_id, 'state', d.state)::text as machine
    from repair_daily r join device d on d.company_id = r.company_id and d.id = r.device_id
    where ${isOneOf('r.company_id', bases)} and ${isOneOf('d.company_id', bases)}
      and r.device_id = any(${integers(shown.rows.map(({ device_id }) => device_id))}::int[])`.execute(db)
  return {
    before: sql`with record as materialized (select * from json_populate_recordset(null::repair_daily, ${listOf(rows, 'record')}::json)),
      machine as materialized (select distinct * from json_to_recordset(${listOf(rows, 'machine')}::json)
        as m(id int, company_id int, site_id int, client_id int, account_id int, state text))`,
    records: sql`record`,
    machines: sql`machine`,
  }
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
  const { before, records, machines } = await sourcesOf(db, set, ids)
  const { rows } = await sql<Stored>`${before}
    select r.id, r.type, r.device_id, r.device_serial, r.company_id, r.site_id, r.client_id, r.account_id, r.notes,
      d.company_id as now_company_id, d.site_id as now_site_id, d.client_id as now_client_id, d.account_id as now_account_id, r.repair_date::text as date, r.create_time, r.outcome, r.closed,
      r.repeat_of_id, r.buy_company_id, r.workshop, r.cost::float8 as cost, r.warranty_until::text as warranty_until, u.name as person, r.row_version, r.voided_at, r.void_reason, v.name as voided_person,
      case r.type when '送修' then r.repair_date else opened.repair_date end::text as sent,
      case r.type when '送修' then back.back_online_at else r.back_online_at end as back_online_at,
      r.type = '送修' and exists (
        select 1 from ${records} earlier where earlier.company_id = r.company_id and earlier.device_id = r.device_id and earlier.type = '送回'
          and earlier.voided_at is null and earlier.id < r.id and earlier.warranty_until >= r.repair_date${onTheirNodes('earlier.company_id', set)}) as under_warranty,
      d.state = 'repaired' and case r.type when '送修' then back.id is not null else true end and not exists (
        select 1 from ${records} later where later.company_id = r.company_id and later.device_id = r.device_id and later.type = '送回' and later.voided_at is null
          and later.create_time > coalesce(back.create_time, r.create_time)${onTheirNodes('later.company_id', set)}) as waiting
    from unnest(${[...ids]}::int[]) with ordinality as wanted(id, place)
    join ${records} r on r.id = wanted.id${onTheirNodes('r.company_id', set)}
    join ${machines} d on ${onOneNode('d.company_id', 'r.company_id', set)}d.id = r.device_id${onTheirNodes('d.company_id', set)}
    left join app_user u on u.id = r.user_id left join app_user v on v.id = r.voided_by
    left join ${records} opened on opened.company_id = r.company_id and opened.id = r.opened_by_id${onTheirNodes('opened.company_id', set)}
    left join ${records} back on back.company_id = r.company_id and back.opened_by_id = r.id and back.voided_at is null${onTheirNodes('back.company_id', set)}
    order by wanted.place`.execute(db)
  return rows.map((row) => repairRow(row, reader, calendar))
}
