import { expect } from 'vitest'
import { days } from './fleet.ts'
import type { World } from './world.ts'

export type Slices = { name: string; value: number }[]
export type Bars = { provinces: string[]; counts: number[] }
export type Line = {
  name: string
  xAxisData: string[]
  data: (number | null)[]
  numerator: number[]
  denominator: number[]
}
export type Series = { xAxisData: string[]; series: { name: string; data: (string | number | null)[] }[] }

/** A filter by the three days of the fleet, and one by its company. */
export const range = { reservePeriod: 'day', businessDateQuery: [days[0], days[2]] }
export const ofFleet = ({ fleet }: World, more: object = {}) => ({ companyId: fleet.company.id, ...more })

/** Check one of the three rate lines: 4 machines in service, one of them offline on the last day. */
export async function rate(world: World, address: string, name: string, expected: number[]): Promise<void> {
  const line = await world.ask<Line>(address, {}, ofFleet(world, range))
  expect([line.name, line.xAxisData, line.data]).toEqual([name, days, expected])
  for (const [index, value] of line.data.entries())
    expect(Math.trunc((10_000 * (line.numerator[index] ?? 0)) / (line.denominator[index] ?? 1)) / 100).toBe(value)
  const ofClient = await world.ask<Line>(
    address,
    {},
    ofFleet(world, { ...range, clientId: world.fleet.clients[0]?.id }),
  )
  expect(ofClient.denominator).toEqual([2, 2, 2])
}
