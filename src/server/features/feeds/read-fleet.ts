import { type RawBuilder, sql, type Transaction } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf, standsOn, type Territory } from '#server/db/device-set.ts'
import { withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import type { DeviceValues } from '#server/features/devices/write-states.ts'
import type { Day } from '#shared/dates.ts'
import { type DeviceState, type DeviceType, serialKey } from '#shared/devices.ts'

/** A device before the feed. Instants in ms since 1970, hashRate in TH/s rounded to a 4-byte real. */
export type FleetDevice = DeviceValues & {
  /** 0 = new, not yet written. */
  id: number
  lastReportAt: number | null
  stateSince: number
}
/**
 * Machines in service of a site that were not read one by one. `reported` of them were reported by an earlier feed of the
 * day.
 */
export type SiteRest = { expected: number; reported: number }
/** By `serialKey`. */
export type Fleet = Map<string, FleetDevice>

const chunkRows = 5_000
/** Round to a 4-byte real, as the feed rounds its own values. */
const rounded = (hashRate: number | null | undefined): number | null =>
  hashRate === null || hashRate === undefined ? null : Math.fround(hashRate)
/** Select a `Chunk` of the devices `d`. */
export const chunkLists =
  () => sql`json_agg(d.id) as id, json_agg(d.serial) as serial, json_agg(d.client_id) as client, json_agg(d.account_id) as account,
  json_agg(d.site_id) as site, json_agg(d.type) as type, json_agg(d.state) as state, json_agg(d.active_worker) as worker,
  json_agg(d.active_worker_state) as active, json_agg(d.hash_rate) as hash, json_agg(${milliseconds('d.last_report_at')}) as reported,
  json_agg(${milliseconds('d.state_since')}) as since`
const milliseconds = (column: string): RawBuilder<number> => sql<number>`date_part('epoch', ${sql.ref(column)}) * 1000`

/** The columns of several devices, as JSON lists. */
export type Chunk = {
  id: number[]
  serial: string[]
  client: (number | null)[]
  account: (number | null)[]
  site: (number | null)[]
  type: DeviceType[]
  state: DeviceState[]
  worker: (string | null)[]
  active: boolean[]
  hash: (number | null)[]
  reported: (number | null)[]
  since: number[]
}

/** Return a key that no serial can have, because serials contain no space. */
const shadowed = (serial: string): string => ` ${serial}`

/**
 * Add a device to the fleet. Older databases may hold two records of one serial in different spellings: a line then
 * means the older one that is not scrapped.
 */
export function addDevice(fleet: Fleet, device: FleetDevice): void {
  const key = serialKey(device.serial)
  const twin = fleet.get(key)
  if (twin && twin.state !== 'scrap') {
    fleet.set(shadowed(device.serial), device)
    return
  }
  if (twin) fleet.set(shadowed(twin.serial), twin)
  fleet.set(key, device)
}

/** `companyOf`: the tenant of the device at an index of the lists. */
export function devicesOf(chunk: Chunk, companyOf: (index: number) => number): FleetDevice[] {
  return chunk.id.map((id, index) => {
    const reported = chunk.reported[index] ?? null
    const serial = chunk.serial[index] ?? ''
    return {
      id,
      serial,
      companyId: companyOf(index),
      clientId: chunk.client[index] ?? null,
      accountId: chunk.account[index] ?? null,
      siteId: chunk.site[index] ?? null,
      type: chunk.type[index] ?? '',
      state: chunk.state[index] ?? 'offline',
      activeWorker: chunk.worker[index] ?? null,
      activeWorkerState: chunk.active[index] ?? false,
      hashRate: rounded(chunk.hash[index]),
      lastReportAt: reported === null ? null : Math.round(reported),
      stateSince: chunk.since[index] ?? 0,
    }
  })
}

/** Return the condition that limits a tenant's devices to those that the caller may write. */
export const onSites = ({ siteIds, withoutSiteIds }: Territory): RawBuilder<unknown> =>
  siteIds === null ? sql`and ${standsOn('site_id', withoutSiteIds)}` : sql`and ${isOneOf('site_id', siteIds)}`

/**
 * Read all devices that the caller may write, in chunks of one list per column: this costs the database and this
 * process a fraction of the same rows read one by one.
 */
export async function readFleet(trx: Transaction<Database>, territory: Territory): Promise<Fleet> {
  const fleet: Fleet = new Map()
  if (territory.companyIds.length === 0 || territory.siteIds?.length === 0) return fleet
  const chunkAfter = async (companyId: number, after: number): Promise<Chunk | null> => {
    const { rows } = await sql<Chunk | { id: null }>`
        select ${chunkLists()}
        from (select * from device where company_id = ${companyId} and id > ${after} ${onSites(territory)} order by id limit ${chunkRows}) d`.execute(
      trx,
    )
    const [chunk] = rows
    return !chunk || chunk.id === null ? null : chunk
  }
  for (const companyId of territory.companyIds) {
    let chunk = await chunkAfter(companyId, 0)
    while (chunk) {
      const last: number | undefined = chunk.id.length < chunkRows ? undefined : chunk.id.at(-1)
      // Fetch the next chunk while this one is processed.
      const answer: Promise<Chunk | null> = last === undefined ? Promise.resolve(null) : chunkAfter(companyId, last)
      for (const device of devicesOf(chunk, () => companyId)) addDevice(fleet, device)
      chunk = await answer
    }
  }
  return fleet
}

/**
 * Return which of these serials exist in any letter case, as normalized serials. Use it for serials that the caller may
 * not write.
 */
export async function readElsewhere(
  trx: Transaction<Database>,
  serials: readonly string[],
  { spread }: Pick<Territory, 'spread'>,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let from = 0; from < serials.length; from += chunkRows) {
    const keys = serials.slice(from, from + chunkRows).map(serialKey)
    // On a cluster, one table has the serials of all nodes.
    const { rows } = await (spread
      ? sql<{ serial: string }>`select serial_key as serial from device_serial where serial_key = any(${keys}::text[])`
      : sql<{ serial: string }>`select serial from device where ${withSerials(keys)}`
    ).execute(trx)
    for (const { serial } of rows) found.add(serialKey(serial))
  }
  return found
}

/** The daily row of a device on a past day, with its base, site and owners of that day (0 = none). */
export type DayRow = {
  companyId: number
  siteId: number
  clientId: number
  accountId: number
  state: DeviceState
  reported: boolean | null
  hashRate: number | null
}

/** Return the rows of a past day by device: a late feed changes these. */
export async function readDay(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  day: Day,
): Promise<Map<number, DayRow>> {
  const found = new Map<number, DayRow>()
  for (const companyId of companyIds) await readDayOf(trx, companyId, day, found)
  return found
}

async function readDayOf(
  trx: Transaction<Database>,
  companyId: number,
  day: Day,
  found: Map<number, DayRow>,
): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<{
      days: [number, DeviceState, number, number, number, boolean | null, number | null][] | null
    }>`
      select json_agg(json_build_array(device_id, state, site_id, client_id, account_id, reported, hash_avg)) as days from (
        select * from device_daily
        where company_id = ${companyId} and business_date = ${day}::date and device_id > ${after}
        order by device_id limit ${chunkRows}) d`.execute(trx)
    const days = rows[0]?.days ?? []
    for (const [id, state, siteId, clientId, accountId, reported, hashRate] of days) {
      found.set(id, { companyId, siteId, clientId, accountId, state, reported, hashRate: rounded(hashRate) })
      after = id
    }
    if (days.length < chunkRows) return
  }
}

export type StoredCoverage = { expected: number; reported: number; status: 'complete' | 'partial' | 'missing' }

/** Return the known coverage of a day, by site. */
export async function readCoverage(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  day: Day,
): Promise<Map<number, StoredCoverage>> {
  // Pass the ids as an array: they may be empty in a new database, and "in ()" is a syntax error.
  const { rows } = await sql<StoredCoverage & { site_id: number }>`
    select site_id, expected, reported, status from import_coverage
    where company_id = any(${[...companyIds]}::int[]) and business_date = ${day}::date`.execute(trx)
  return new Map(rows.map(({ site_id, ...coverage }) => [site_id, coverage]))
}

/** Return the devices that feeds of a day already reported. */
export async function readReported(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  day: Day,
): Promise<Set<number>> {
  const { rows } = await sql<{ ids: string | null }>`select array_agg(device_id)::text as ids from device_daily
    where business_date = ${day}::date and company_id = any(${[...companyIds]}::int[]) and reported`.execute(trx)
  return new Set(readList(rows[0]?.ids))
}
