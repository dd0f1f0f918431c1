import { countsOf, type Facet } from '#server/db/device-counts.ts'
import { type PieIndicator, pieIndicators } from '#shared/chart-choices.ts'
import type { Overview, PieSlice } from '#shared/charts.ts'
import { deviceStates, deviceTypes } from '#shared/devices.ts'

const nameOf: Record<PieIndicator, (facet: Facet) => string> = {
  state: ({ state }) => state,
  type: ({ type }) => type,
  repairTimes: ({ repairTimes }) => String(repairTimes),
}
const documentedOrder: readonly string[] = [...deviceStates, ...deviceTypes]
const inOrder = (left: PieSlice, right: PieSlice) =>
  documentedOrder.indexOf(left.name) - documentedOrder.indexOf(right.name) || Number(left.name) - Number(right.name)

/** Slices by code, in the order of the documents; a slice without devices is left out. */
export function pieOf(facets: readonly Facet[], indicator: PieIndicator): PieSlice[] {
  const values = new Map<string, number>()
  for (const facet of facets) {
    const name = nameOf[indicator](facet)
    values.set(name, (values.get(name) ?? 0) + facet.devices)
  }
  return [...values].map(([name, value]) => ({ name, value })).sort(inOrder)
}

export function overviewOf(facets: readonly Facet[]): Overview {
  const pies = Object.fromEntries(pieIndicators.map((indicator) => [indicator, pieOf(facets, indicator)])) as Overview['pies']
  return { counts: countsOf(facets), pies }
}
