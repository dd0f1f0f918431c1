import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countsBy, countsByPlaceState, isUnfiltered, type PlaceColumn, placeKinds } from '#server/db/device-counts.ts'
import { type DeviceSet, isOneOf, type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { loadProvinces, type Provinces } from '#server/services/places/provinces.ts'
import { type Basis, percent } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { type DeviceCounts, deviceStates } from '#shared/devices.ts'
import type { BarIndicator, Bars, RankingIndicator, RateIndicator } from '#shared/rankings.ts'
import { newestDateIn } from './business-date.ts'
import { sumColumns, summed } from './daily-sums.ts'
import { rateOfIndicator, rateParts, type Sums } from './day-rates.ts'
import { type Naming, nameOf } from './naming.ts'
import { pieOf, placePie } from './pies.ts'
import { countsByLabel, provinceCounts } from './province-counts.ts'

const barsOf = (bars: readonly { name: string; value: number }[]): Bars => ({
  provinces: bars.map(({ name }) => name),
  counts: bars.map(({ value }) => value),
})

/** Return device counts by the requested property. */
export async function barsBy(db: Kysely<Database>, set: DeviceSet, naming: Naming, by: BarIndicator): Promise<Bars> {
  if (by === 'province')
    return barsOf(
      (await provinceCounts(db, set, naming)).map(({ province, total }) => ({ name: province, value: total })),
    )
  if (by === 'type' || by === 'state') {
    const { types } = naming.book
    const slices = pieOf(await countsBy(db, set, by), by, types)
    const devicesOf = (name: string) => slices.find((slice) => slice.name === name)?.value ?? 0
    const all =
      by === 'type'
        ? types.filter(({ name, retired }) => !retired || devicesOf(name) > 0).map(({ name }) => name)
        : deviceStates
    return barsOf(all.map((name) => ({ name, value: devicesOf(name) })))
  }
  return barsOf(await placePie(db, set, naming, `${by}_id`))
}

type PlaceDay = Sums & { id: number }

/**
 * Return the sums of one day (given as SQL) by place, from the roll-ups: for whole tenants from the rows of places,
 * otherwise from the leaves.
 */
async function daySumsByPlace(
  db: Kysely<Database>,
  set: DeviceSet,
  day: RawBuilder<Day | null>,
  column: PlaceColumn,
): Promise<PlaceDay[]> {
  if (set.companyIds.length === 0) return []
  if (isUnfiltered(set)) return scopeSums(db, set, day, column)
  const type = set.type === undefined ? sql`` : sql` and type = ${set.type}`
  const { rows } = await sql<PlaceDay>`select ${sql.ref(column)} as id, ${summed} from daily_leaf
    where ${sql.join(territoryConditions(set), sql` and `)}${type} and business_date = ${day} group by ${sql.ref(column)} having sum(total) > 0`.execute(
    db,
  )
  return rows
}

/**
 * Return the sums of one day by place for whole tenants. Devices without a place (id 0) have no row: they are the
 * tenants' sums minus those of all places.
 */
async function scopeSums(
  db: Kysely<Database>,
  set: DeviceSet,
  day: RawBuilder<Day | null>,
  column: PlaceColumn,
): Promise<PlaceDay[]> {
  const { rows } = await sql<
    PlaceDay & { tenants: boolean }
  >`select kind = 'company' as tenants, case kind when 'company' then 0 else scope_id end as id, ${summed}
    from daily_scope
    where business_date = ${day} and kind in ('company', ${placeKinds[column]}) and ${isOneOf('company_id', set.companyIds)}
    group by 1, 2 having sum(total) > 0`.execute(db)
  const places = rows.filter(({ tenants }) => !tenants)
  const nowhere = rows.filter(({ tenants }) => tenants)
  for (const rest of nowhere) for (const place of places) for (const name of sumColumns) rest[name] -= place[name]
  return [...places, ...nowhere.filter((rest) => deviceStates.some((state) => rest[state] > 0))]
}

type Ranked = {
  set: DeviceSet
  naming: Naming
  column: 'site_id' | 'client_id'
  by: RankingIndicator
  /** The territory whose newest business date the rates are for. */
  within: Territory
  basis: Basis
  size: number
}
const isRate = (by: RankingIndicator): by is RateIndicator =>
  by === 'online_rate' || by === 'offline_rate' || by === 'hash_rate'
const stateOf = (by: Exclude<RankingIndicator, RateIndicator>): keyof DeviceCounts =>
  (['total', ...deviceStates] as const).find((name) => by === `${name}_device_count`) ?? 'total'

/**
 * Rank sites by province, or clients by name, highest first. Counts are the present ones, as in the tables below the
 * chart. Rates are those of the business date, with numerators and denominators summed over all devices of a label, so
 * that a large site counts for more. Source: fleet.md, Rates.
 */
export async function rankingOf(db: Kysely<Database>, ranked: Ranked): Promise<Bars> {
  const { by } = ranked
  const groups = isRate(by) ? await rateGroups(db, { ...ranked, by }) : await countGroups(db, ranked, stateOf(by))
  const rows = [...groups]
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name, 'zh-CN'))
  return barsOf(rows.slice(0, ranked.size))
}

function labelOf(naming: Naming, column: PlaceColumn, id: number, provinces: Provinces | null): string {
  if (!provinces) return nameOf(naming, column, id)
  return provinces.labelOf(provinces.keyOf(naming.book.companies.get(id)?.province ?? null), naming.language)
}

async function countGroups(
  db: Kysely<Database>,
  { set, naming, column }: Ranked,
  state: keyof DeviceCounts,
): Promise<Map<string, number>> {
  if (column === 'site_id')
    return new Map([...(await countsByLabel(db, set, naming))].map(([label, counts]) => [label, counts[state]]))
  const groups = new Map<string, number>()
  for (const [id, counts] of await countsByPlaceState(db, set, column)) {
    const label = nameOf(naming, column, id)
    groups.set(label, (groups.get(label) ?? 0) + counts[state])
  }
  return groups
}

async function rateGroups(db: Kysely<Database>, ranked: Ranked & { by: RateIndicator }): Promise<Map<string, number>> {
  const { set, naming, column, by, within, basis } = ranked
  const provinces = column === 'site_id' ? await loadProvinces(db) : null
  const parts = new Map<string, { numerator: number; denominator: number }>()
  for (const sums of await daySumsByPlace(db, set, newestDateIn(within), column)) {
    const part = rateParts(sums, rateOfIndicator[by], basis)
    if (!part) continue
    const name = labelOf(naming, column, sums.id, provinces)
    const sum = parts.get(name) ?? { numerator: 0, denominator: 0 }
    parts.set(name, { numerator: sum.numerator + part.numerator, denominator: sum.denominator + part.denominator })
  }
  return new Map(
    [...parts].flatMap(([name, { numerator, denominator }]) => {
      const value = percent(numerator, denominator)
      return value === null ? [] : [[name, value] as const]
    }),
  )
}
