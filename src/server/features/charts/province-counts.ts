import type { Kysely } from 'kysely'
import { countsByPlaceState, countsByProvince, countsOf } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { loadProvinces } from '#server/services/places/provinces.ts'
import { type DeviceCounts, deviceStates } from '#shared/devices.ts'
import type { ProvinceCounts } from '#shared/rankings.ts'
import type { Naming } from './naming.ts'

function added(sum: DeviceCounts, counts: DeviceCounts): DeviceCounts {
  for (const state of deviceStates) sum[state] += counts[state]
  sum.total += counts.total
  return sum
}

/** Return the nine counts of each province with sites, by the label of the province. */
export async function countsByLabel(
  db: Kysely<Database>,
  set: DeviceSet,
  { book, language }: Naming,
): Promise<Map<string, DeviceCounts>> {
  const [provinces, counted] = await Promise.all([loadProvinces(db), countsByProvince(db, set)])
  const sites = async () =>
    [...(await countsByPlaceState(db, set, 'site_id'))].map(
      ([id, counts]) => [book.companies.get(id)?.province ?? null, counts] as const,
    )
  const sums = new Map<string, DeviceCounts>()
  for (const [province, counts] of counted ?? (await sites())) {
    const label = provinces.labelOf(provinces.keyOf(province), language)
    sums.set(label, added(sums.get(label) ?? countsOf([]), counts))
  }
  return sums
}

/** Return the nine counts of each province with sites, most devices first. */
export async function provinceCounts(db: Kysely<Database>, set: DeviceSet, naming: Naming): Promise<ProvinceCounts[]> {
  const sums = await countsByLabel(db, set, naming)
  return [...sums].map(([province, counts]) => ({ province, ...counts })).sort((one, other) => other.total - one.total)
}
