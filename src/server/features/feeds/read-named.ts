import { type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import { withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import { serialKey } from '#shared/devices.ts'
import type { FleetSnapshot } from './fleet-snapshot.ts'
import { lists, unwritten } from './keep-before.ts'
import { byHash, byRange, isRanged, rowsALookUp, type TenantDevices } from './planner-settings.ts'
import { addDevice, type Chunk, chunkLists, devicesOf, type Fleet, onSites, readElsewhere } from './read-fleet.ts'
import { type ScannedSite, scannedDevices, sitesToScan } from './sites-to-scan.ts'

const chunkRows = 5_000

/**
 * The named machines of the territory, the serials that exist elsewhere, and the machines that feeds of the day already
 * reported.
 */
export type Named = { fleet: Fleet; elsewhere: Set<string>; reported: Set<number>; kept: FleetSnapshot }
/**
 * `batchId`: the batch that keeps the values found, null = keep none.
 */
export type NamedReading = {
  territory: Territory
  day: Day
  devices: TenantDevices
  embedded: boolean
  batchId: number | null
}

type NamedChunk = Chunk & { company: number[]; reportedOnDay: (boolean | null)[] }

/** Tell whether the rows of the day of `rows` devices may be read by a range of ids. */
const mayBeRanged = (rows: number, reading: NamedReading): boolean => {
  const { companyIds, spread } = reading.territory
  return spread ? isRanged(rows, companyIds, reading) : companyIds.some((id) => isRanged(rows, [id], reading))
}

/** Select the rows of the day of the devices `d`, on the nodes of the tenants. */
const dayOnNodes = ({ territory, day }: NamedReading, ranged: boolean): RawBuilder<unknown> =>
  ranged
    ? sql`select * from device_daily where ${isOneOf('company_id', territory.companyIds)} and business_date = ${day}::date
        and device_id between (select min(id) from d) and (select max(id) from d) and device_id in (select id from d)`
    : sql`select r.* from device_daily r join d on d.company_id = r.company_id and d.id = r.device_id
        where ${isOneOf('r.company_id', territory.companyIds)} and r.business_date = ${day}::date`

/**
 * Select the rows of the day of the devices `d`: by key, or, for a tenant of which `d` has many devices, by scanning its
 * rows in their id range. Headquarters mostly sends devices of one tenant, and may write those of all.
 */
function dayRows(reading: NamedReading, ranged: boolean): RawBuilder<unknown> {
  const { territory, day, devices } = reading
  if (territory.spread) return dayOnNodes(reading, ranged)
  const byKey = sql`cross join lateral (
    select * from device_daily where company_id = d.company_id and business_date = ${day}::date and device_id = d.id offset 0) r`
  if (!ranged) return sql`select r.* from d ${byKey}`
  const tenants = sql`(
    select d.company_id, min(d.id) as lowest, max(d.id) as highest, count(*) * ${rowsALookUp}::int >= max(t.devices) as ranged
    from d join unnest(${[...devices.keys()]}::int[], ${[...devices.values()]}::int[]) as t(company_id, devices) on t.company_id = d.company_id
    group by d.company_id) t`
  return sql`select r.* from ${tenants} cross join lateral (
      select * from device_daily where company_id = t.company_id and business_date = ${day}::date and device_id between t.lowest and t.highest offset 0) r
    where t.ranged and r.device_id in (select id from d)
    union all select r.* from ${tenants} join d on d.company_id = t.company_id ${byKey} where not t.ranged`
}

const chunkOf = () => sql`${chunkLists()}, json_agg(d.company_id) as company, json_agg(r.reported) as "reportedOnDay"`

/** Add the devices of a chunk in the order of `readFleet`: the first tenant first. */
function take(
  chunk: NamedChunk,
  { territory }: NamedReading,
  { fleet, reported }: Pick<Named, 'fleet' | 'reported'>,
): void {
  const place = new Map(territory.companyIds.map((companyId, index) => [companyId, index]))
  const placeOf = (companyId: number) => place.get(companyId) ?? 0
  const devices = devicesOf(chunk, (index) => chunk.company[index] ?? 0)
  devices.sort((left, right) => placeOf(left.companyId) - placeOf(right.companyId) || left.id - right.id)
  for (const device of devices) addDevice(fleet, device)
  for (const [index, id] of chunk.id.entries()) if (chunk.reportedOnDay[index] === true) reported.add(id)
}

type Answer = (NamedChunk | { id: null }) & { elsewhere: string[] | null; kept: string | null }

const found = (keys: readonly string[], { territory }: NamedReading, scanned: readonly ScannedSite[]) =>
  sql`select device.*, (${isOneOf('company_id', territory.companyIds)} ${onSites(territory)}) is true as inside from ${
    scanned.length === 0 ? sql`device where ${withSerials(keys)}` : sql`${scannedDevices(keys, scanned)} device`
  }`
/** @param tables common table expressions to put before the query, where the statement does not have them yet */
const keepPart = (batchId: number, part: number, tables = sql``) => sql<{
  ids: string
}>`insert into import_before(batch_id, part, ${sql.raw(lists)}) ${tables}
  select ${batchId}::int, ${part}::int, ${unwritten} from d left join r on r.device_id = d.id having count(*) > 0 returning device_ids::text as ids`

/**
 * Read machines, find serials that exist elsewhere, and keep the values found as a part of the batch, in one statement.
 */
async function readChunk(
  trx: Transaction<Database>,
  keys: readonly string[],
  reading: NamedReading,
  ranged: boolean,
  part: number,
): Promise<QueryResult<Answer>> {
  const { batchId } = reading
  const scanned = await sitesToScan(trx, keys, reading)
  return sql<Answer>`
    with found as materialized (${found(keys, reading, scanned)}),
    d as materialized (select * from found where inside),
    r as materialized (${dayRows(reading, ranged)})${batchId === null ? sql`` : sql`, kept as (${keepPart(batchId, part)})`}
    select ${chunkOf()}, (select json_agg(serial) from found where not inside) as elsewhere, ${batchId === null ? sql`null` : sql`(select ids from kept)`} as kept
    from d left join r on r.device_id = d.id`.execute(trx)
}

/**
 * Do the same on a cluster: read and keep the tenant's machines on their node, and find the others by the table of
 * serials.
 */
async function readOnNodes(
  trx: Transaction<Database>,
  keys: readonly string[],
  reading: NamedReading,
  ranged: boolean,
  part: number,
): Promise<QueryResult<Answer>> {
  const { batchId, territory } = reading
  const own = sql`with d as materialized (
      select device.* from device where ${isOneOf('company_id', territory.companyIds)} ${onSites(territory)} and ${withSerials(keys)}),
    r as materialized (${dayOnNodes(reading, ranged)})`
  const read = await sql<
    NamedChunk | { id: null }
  >`${own} select ${chunkOf()} from d left join r on r.device_id = d.id`.execute(trx)
  const [chunk] = read.rows
  const known = new Set((chunk?.id === null || !chunk ? [] : chunk.serial).map(serialKey))
  const others = await readElsewhere(
    trx,
    keys.filter((key) => !known.has(serialKey(key))),
    territory,
  )
  const kept = batchId === null || known.size === 0 ? null : await keepPart(batchId, part, own).execute(trx)
  const answer = { ...(chunk ?? { id: null }), elsewhere: [...others], kept: kept?.rows[0]?.ids ?? null }
  return { ...read, rows: [answer as Answer] }
}

/**
 * Read the machines with these serials, in any letter case, with their rows of the day. The same statement keeps the
 * values for an undo, so that each row is looked up once.
 */
export async function readNamed(
  trx: Transaction<Database>,
  keys: readonly string[],
  reading: NamedReading,
): Promise<Named> {
  const { territory } = reading
  const named: Named = { fleet: new Map(), elsewhere: new Set(), reported: new Set(), kept: [] }
  const parts: number[][] = []
  for (let from = 0; from < keys.length; from += chunkRows) {
    const chunk = keys.slice(from, from + chunkRows)
    const ranged = mayBeRanged(chunk.length, reading)
    const { rows } = await (ranged ? byRange : byHash)(trx, () =>
      territory.spread
        ? readOnNodes(trx, chunk, reading, ranged, parts.length)
        : readChunk(trx, chunk, reading, ranged, parts.length),
    )
    const [answer] = rows
    if (!answer) continue
    for (const serial of answer.elsewhere ?? []) named.elsewhere.add(serialKey(serial))
    if (answer.id === null) continue
    take(answer, reading, named)
    if (answer.kept !== null) parts.push(readList(answer.kept))
  }
  for (const key of named.fleet.keys()) named.elsewhere.delete(key)
  return { ...named, kept: parts }
}

/**
 * Add the other machines in service of whole sites to `fleet`, and those that feeds of the day already reported to `reported`.
 */
export async function readSites(
  trx: Transaction<Database>,
  siteIds: readonly number[],
  reading: NamedReading,
  { fleet, reported }: Named,
): Promise<void> {
  const known = new Map<number | null, { tenantId: number; ids: number[] }>()
  for (const { id, siteId, companyId } of fleet.values()) {
    const onSite = known.get(siteId)
    if (onSite) onSite.ids.push(id)
    else known.set(siteId, { tenantId: companyId, ids: [id] })
  }
  for (const siteId of siteIds) {
    const { tenantId, ids } = known.get(siteId) ?? {}
    if (tenantId === undefined || !ids) throw new Error(`no machine of site ${siteId} was read`)
    const onSite = { ...reading, territory: { ...reading.territory, companyIds: [tenantId] } }
    const ranged = mayBeRanged(chunkRows, onSite)
    let after = 0
    for (;;) {
      const read = sql<NamedChunk | { id: null }>`
        with d as materialized (
          select * from device where company_id = ${tenantId} and site_id = ${siteId} and state <= 'offline' and last_report_at is not null
            and id > ${after} and id <> all(${integers(ids)}::int[]) order by id limit ${chunkRows}),
        r as materialized (${dayRows(onSite, ranged)})
        select ${chunkOf()} from d left join r on r.device_id = d.id`
      const { rows } = await (ranged ? byRange : byHash)(trx, () => read.execute(trx))
      const [chunk] = rows
      if (!chunk || chunk.id === null) break
      after = chunk.id.reduce((last, id) => Math.max(last, id), after)
      const isFull = chunk.id.length === chunkRows
      const others = devicesOf(chunk, (index) => chunk.company[index] ?? 0)
      for (const device of others.sort((left, right) => left.id - right.id)) addDevice(fleet, device)
      for (const [index, id] of chunk.id.entries()) if (chunk.reportedOnDay[index] === true) reported.add(id)
      if (!isFull) break
    }
  }
}
