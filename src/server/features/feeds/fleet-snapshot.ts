import { sql, type Transaction } from 'kysely'
import { booleans } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { breathe } from '#server/giving-way.ts'
import type { Day } from '#shared/dates.ts'
import { lists, unwritten } from './keep-before.ts'
import type { FeedSource } from './open-source.ts'
import type { ParsedFeed } from './parse-feed.ts'
import { byHash, type TenantDevices } from './planner-settings.ts'
import { onSites } from './read-fleet.ts'

const mostShare = 0.5
const manyShare = 0.2
const manyLines = 20_000
const devicesAPart = 100_000
const newline = 10
const brace = 123
/**
 * Only this many bytes are counted: counting all lines of a large file would block the process longer than any other
 * step.
 */
const sampledBytes = 64 * 1024
/** Above this average length, a line has more than one device. */
const longestLine = 1_000

/** The device ids of each kept part, in the order of its lists. */
export type FleetSnapshot = readonly (readonly number[])[]

/** What was kept of a whole fleet. `sameOwners`: each daily row has the owner of its device. */
export type KeptFleet = { parts: FleetSnapshot; sameOwners: boolean }

/**
 * Estimate the number of lines of a source from the beginning of its file. JSON without line breaks has one brace per
 * device.
 */
export function linesOf(source: FeedSource | ParsedFeed): number {
  if ('lines' in source) return source.read
  if ('rows' in source) return source.rows.length
  const { bytes } = source
  const sample = bytes.subarray(0, sampledBytes)
  const lines = countOf(sample, newline)
  const counted = lines * longestLine < sample.length ? Math.max(lines, countOf(sample, brace)) : lines
  return Math.round((counted * bytes.length) / Math.max(1, sample.length))
}

function countOf(bytes: Uint8Array, sign: number): number {
  let count = 0
  for (const byte of bytes) if (byte === sign) count += 1
  return count
}

/** Return the number of devices of each tenant of a territory. */
export async function countDevices(trx: Transaction<Database>, { companyIds }: Territory): Promise<TenantDevices> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await sql<{ tenant: number; devices: number }>`
    select company_id as tenant, sum(devices)::int as devices from device_count where ${isOneOf('company_id', companyIds)} group by 1`.execute(
    trx,
  )
  const counts = new Map(companyIds.map((companyId) => [companyId, 0]))
  for (const { tenant, devices } of rows) counts.set(tenant, devices)
  return counts
}

/**
 * Return whether a feed names `most` of the devices of a territory, and whether it names so `many` that reading all of
 * them is no more work than looking some up.
 */
export function coverageOf(source: FeedSource | ParsedFeed, devices: number): { most: boolean; many: boolean } {
  const lines = linesOf(source)
  const most = devices > 0 && lines >= mostShare * devices
  return { most, many: devices === 0 || most || lines >= Math.max(manyLines, manyShare * devices) }
}

/**
 * Keep the measured values of all devices of a territory and of their rows of `day`, before it is known which devices
 * the feed names. The database would otherwise be idle while the lines are parsed.
 */
export async function snapshotFleet(
  trx: Transaction<Database>,
  territory: Territory,
  batchId: number,
  day: Day,
): Promise<KeptFleet> {
  let kept: KeptFleet = { parts: [], sameOwners: true }
  if (!territory.spread) return snapshotTenants(trx, territory, batchId, day, kept)
  // One statement per tenant, on the node of its rows.
  for (const companyId of territory.companyIds)
    kept = await snapshotTenants(trx, { ...territory, companyIds: [companyId] }, batchId, day, kept)
  return kept
}

/**
 * @param before parts that are already kept
 * @returns these parts and the new ones
 */
async function snapshotTenants(
  trx: Transaction<Database>,
  territory: Territory,
  batchId: number,
  day: Day,
  before: KeptFleet,
): Promise<KeptFleet> {
  const parts = [...before.parts]
  let { sameOwners } = before
  const tenants = isOneOf('company_id', territory.companyIds)
  const devices = sql`device where ${tenants} ${onSites(territory)}`
  let after = 0
  for (;;) {
    const bounds = await sql<{ last: number | null }>`
      select max(id) as last from (select id from ${devices} and id > ${after} order by id limit ${devicesAPart}) part`.execute(
      trx,
    )
    const last = bounds.rows[0]?.last
    if (last === null || last === undefined) return { parts, sameOwners }
    const within = (column: string) => sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`
    // Limit the daily rows to the same ids: without this, each part would read the whole day.
    const { rows } = await byHash(trx, () =>
      sql<{ ids: string; otherOwners: boolean }>`
      insert into import_before(batch_id, part, ${sql.raw(lists)})
      select ${batchId}::int, ${parts.length}::int, ${unwritten}
      from (select * from ${devices} and ${within('id')}) d
      left join device_daily r on r.company_id = d.company_id and r.business_date = ${day}::date and r.device_id = d.id
        and ${isOneOf('r.company_id', territory.companyIds)} and ${within('r.device_id')}
      having count(*) > 0
      returning device_ids::text as ids, true = any(written) as "otherOwners"`.execute(trx),
    )
    const ids = readList(rows[0]?.ids)
    if (ids.length > 0) parts.push(ids)
    if (rows[0]?.otherOwners) sameOwners = false
    after = last
  }
}

/** Which devices of a part a feed names, and which of these it writes, in the order of the part: as `booleans`. */
export type NamedPart = { told: Buffer; written: Buffer }

/**
 * Which of the kept devices a feed names, and which of these it writes. One byte per device, because a map of a million
 * takes 50 MB.
 */
export type NamedDevices = {
  mark(id: number, written: boolean): void
  parts(): Promise<NamedPart[]>
}

const namedMark = 1
const writtenMark = 2

/** Return the place of an id in an ascending list, -1 = it is not there. */
function placeOf(id: number, sorted: Int32Array): number {
  let [low, high] = [0, sorted.length - 1]
  if (high < 0 || id < (sorted[0] ?? 0) || id > (sorted[high] ?? 0)) return -1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return sorted[low] === id ? low : -1
}

export function namedDevicesOf(fleet: FleetSnapshot): NamedDevices {
  const parts = fleet.map((ids) => {
    const sorted = Int32Array.from(ids).sort()
    return { ids, sorted, marks: new Uint8Array(sorted.length) }
  })
  return {
    mark(id, written) {
      // The id ranges of parts can overlap if they are of different tenants.
      for (const { sorted, marks } of parts) {
        const place = placeOf(id, sorted)
        if (place < 0) continue
        marks[place] = written ? namedMark | writtenMark : namedMark
        return
      }
    },
    async parts() {
      const found: NamedPart[] = []
      for (const { ids, sorted, marks } of parts) {
        const ofPart = ids.map((id) => marks[placeOf(id, sorted)] ?? 0)
        found.push({
          told: booleans(ofPart.map((mark) => (mark & namedMark) !== 0)),
          written: booleans(ofPart.map((mark) => (mark & writtenMark) !== 0)),
        })
        await breathe()
      }
      return found
    },
  }
}

/** Store which of the kept devices the feed named, and which of these it wrote. */
export async function storeNamed(
  trx: Transaction<Database>,
  batchId: number,
  parts: readonly NamedPart[],
): Promise<void> {
  for (const [part, { told, written }] of parts.entries())
    await sql`update import_before set told = ${told}::boolean[], written = ${written}::boolean[]
      where batch_id = ${batchId}::int and part = ${part}::int`.execute(trx)
}

/** Delete the kept parts when the feed does not need them: it is for another day, or changes nothing. */
export const dropSnapshot = (trx: Transaction<Database>, batchId: number) =>
  sql`delete from import_before where batch_id = ${batchId}::int`.execute(trx)
