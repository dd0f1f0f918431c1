import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import type { Database } from '#server/db/tables.ts'
import { readFacts, removeFacts, writeFacts } from '#server/features/devices/facts.ts'
import { chunksOf } from '#server/features/devices/write-states.ts'
import { changeOfFacts, type DeviceFacts, type GivenFacts, siteFacts } from '#shared/device-facts.ts'
import type { ParsedFeed } from './parse-feed.ts'
import type { PlannedRow } from './plan-line.ts'
import type { Fleet } from './read-fleet.ts'

/**
 * Return the known facts of the machines for which a feed has facts; null = the feed has none, or is for a past day and
 * does not change the machines.
 */
export async function knownFacts(
  trx: Transaction<Database>,
  feed: ParsedFeed,
  fleet: Fleet,
  companyIds: readonly number[],
): Promise<Map<number, DeviceFacts> | null> {
  if (!feed.facts || feed.restated) return null
  const ids: number[] = []
  for (const { key, facts } of feed.lines) {
    const device = facts && fleet.get(key)
    if (device) ids.push(device.id)
  }
  return readFacts(trx, companyIds, ids)
}

/** Keep the facts of machines before a batch, for its undo; null = there were none. */
export async function keepFacts(
  trx: Transaction<Database>,
  batchId: number,
  known: readonly { deviceId: number; before: DeviceFacts | null }[],
): Promise<void> {
  for (const some of chunksOf(known))
    await sql`insert into import_before_facts(batch_id, device_id, facts)
      select ${batchId}::int, device_id, facts::jsonb
      from unnest(${integers(some.map(({ deviceId }) => deviceId))}::int[], ${some.map(({ before }) => before && JSON.stringify(before))}::text[]) as k(device_id, facts)`.execute(
      trx,
    )
}

const noPosition: GivenFacts = Object.fromEntries(siteFacts.map((column) => [column, null]))

/**
 * Remove the position of machines that the feed moves to another site, unless it names the new position.
 * @returns whether any machine had one
 */
export async function removePositions(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  companyIds: readonly number[],
): Promise<boolean> {
  const leaving = rows.filter(({ factsAtNewSite }) => factsAtNewSite !== undefined)
  if (leaving.length === 0) return false
  const known = await readFacts(
    trx,
    companyIds,
    leaving.map(({ before }) => before.id),
  )
  for (const row of leaving)
    row.facts = changeOfFacts({ ...noPosition, ...row.factsAtNewSite }, known.get(row.before.id) ?? null)
  return leaving.some(({ facts }) => facts !== null)
}

/** Keep the present facts for an undo and write those of the feed. Call this when new devices have their ids. */
export async function writeGivenFacts(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  batchId: number,
): Promise<void> {
  const changed = rows.flatMap(({ before, after, facts }) =>
    facts
      ? [{ isNew: before.id === 0, deviceId: after.id, companyId: after.companyId, siteId: after.siteId, ...facts }]
      : [],
  )
  await keepFacts(
    trx,
    batchId,
    changed.filter(({ isNew }) => !isNew),
  )
  await writeFacts(
    trx,
    changed.map(({ companyId, siteId, deviceId, after }) => ({ companyId, siteId, deviceId, facts: after })),
  )
}

/** Restore the facts that undone machines had before the batch. */
export async function restoreFacts(
  trx: Transaction<Database>,
  batchId: number,
  back: readonly number[],
  companyIds: readonly number[],
): Promise<void> {
  if (back.length === 0) return
  const theirs = sql`batch_id = ${batchId}::int and device_id = any(${integers(back)}::int[])`
  const { rows } = await sql<{
    device_id: number
    facts: DeviceFacts | null
  }>`select device_id, facts from import_before_facts where ${theirs}`.execute(trx)
  if (rows.length === 0) return
  const { rows: places } = await sql<{ id: number; company_id: number; site_id: number | null }>`
    select id, company_id, site_id from device where company_id = any(${[...companyIds]}::int[]) and id = any(${integers(rows.map(({ device_id }) => device_id))}::int[])`.execute(
    trx,
  )
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const unknown = rows.filter(({ facts }) => facts === null).map(({ device_id }) => device_id)
  await removeFacts(trx, companyIds, unknown)
  const restored = rows.flatMap(({ device_id, facts }) => {
    const place = placeOf.get(device_id)
    return facts === null || place === undefined
      ? []
      : [{ companyId: place.company_id, siteId: place.site_id, deviceId: device_id, facts }]
  })
  await writeFacts(trx, restored)
  await sql`delete from import_before_facts where ${theirs}`.execute(trx)
}
