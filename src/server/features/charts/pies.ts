import type { Kysely } from 'kysely'
import {
  countsByPlaceState,
  countsOf,
  type Facet,
  type PlaceColumn,
  type PropertyCount,
} from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { type PieIndicator, pieIndicators } from '#shared/chart-choices.ts'
import type { Overview, PieSlice } from '#shared/charts.ts'
import { deviceStates } from '#shared/devices.ts'
import type { MachineType } from '#shared/machine-types.ts'
import type { PlaceSlice } from '#shared/rankings.ts'
import { type Naming, nameOf } from './naming.ts'

const sliceName: Record<PieIndicator, (facet: Facet) => string> = {
  state: ({ state }) => state,
  type: ({ type }) => type,
  repairTimes: ({ repairTimes }) => String(repairTimes),
}

/**
 * Return the slices of a pie: states in the documented order, types in the order of `types`. Slices without devices are
 * left out.
 */
export function pieOf(
  counts: readonly PropertyCount[],
  indicator: PieIndicator,
  types: readonly MachineType[],
): PieSlice[] {
  const order: readonly string[] = indicator === 'type' ? types.map(({ name }) => name) : deviceStates
  const inOrder = (left: PieSlice, right: PieSlice) =>
    order.indexOf(left.name) - order.indexOf(right.name) || Number(left.name) - Number(right.name)
  const values = new Map<string, number>()
  for (const { name, devices } of counts) values.set(name, (values.get(name) ?? 0) + devices)
  return [...values].map(([name, value]) => ({ name, value })).sort(inOrder)
}

export function overviewOf(facets: readonly Facet[], types: readonly MachineType[]): Overview {
  const countsIn = (indicator: PieIndicator): PropertyCount[] =>
    facets.map((facet) => ({ name: sliceName[indicator](facet), devices: facet.devices }))
  const pies = Object.fromEntries(
    pieIndicators.map((indicator) => [indicator, pieOf(countsIn(indicator), indicator, types)]),
  ) as Overview['pies']
  return { counts: countsOf(facets), pies }
}

/** Return device counts by place, most first. They add up to all devices of the set. */
export async function placePie(
  db: Kysely<Database>,
  set: DeviceSet,
  naming: Naming,
  column: PlaceColumn,
): Promise<PlaceSlice[]> {
  const counts = await countsByPlaceState(db, set, column)
  return [...counts]
    .map(([id, { total }]) => ({ id: id === 0 ? null : id, name: nameOf(naming, column, id), value: total }))
    .sort((one, other) => other.value - one.value || (one.id ?? 0) - (other.id ?? 0))
}
