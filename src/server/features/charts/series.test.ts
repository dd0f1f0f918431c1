import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bases, rates } from '#shared/charts.ts'
import { addDays } from '#shared/dates.ts'
import type { DaySums } from './day-rates.ts'
import { rateLine, stackedStates } from './series.ts'

const nothing = {
  normal: 0,
  low: 0,
  warn: 0,
  offline: 0,
  repairing: 0,
  repaired: 0,
  lost: 0,
  scrap: 0,
  in_service: 0,
  online: 0,
  compliant: 0,
  unknown: 0,
}
/** Build a day on which every device reported. */
const day = (date: string, given: Partial<DaySums>): DaySums => {
  const sums = { ...nothing, day: date, ...given }
  const online = sums.normal + sums.low + sums.warn
  return { ...sums, online, in_service: online + sums.offline, compliant: sums.normal, ...given }
}
const week = { start: '2026-11-01', end: '2026-11-03', period: 'day' as const }

describe('rates over days', () => {
  test('Leave a gap, never a zero, on a day without data', () => {
    const line = rateLine(
      [day('2026-11-01', { normal: 3, offline: 1 }), day('2026-11-03', { offline: 4 })],
      week,
      'online',
      'inService',
    )
    expect(line.xAxisData).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(line.data).toEqual([75, null, 0])
    expect(line.numerator).toEqual([3, null, 0])
    expect(line.denominator).toEqual([4, null, 4])
  })

  test('Leave a gap on a day without a feed, on either basis', () => {
    const silent = day('2026-11-01', { normal: 5, repairing: 2, in_service: 0, online: 0, compliant: 0, unknown: 5 })
    for (const basis of bases) expect(rateLine([silent], week, 'online', basis).data).toEqual([null, null, null])
  })

  test('Count only the devices with data when one site was silent', () => {
    const partly = day('2026-11-01', { normal: 8, offline: 2, in_service: 5, online: 4, compliant: 4, unknown: 5 })
    expect(rateLine([partly], week, 'online', 'inService').data[0]).toBe(80)
  })

  test('Show 100 percent only when all devices count', () => {
    const almost = rateLine([day('2026-11-01', { normal: 99_999, offline: 1 })], week, 'online', 'inService')
    expect(almost.data[0]).toBe(99.99)
    expect(rateLine([day('2026-11-01', { normal: 3 })], week, 'online', 'inService').data[0]).toBe(100)
  })

  test('Include repairing, repaired and lost devices in all owned ones, but not scrapped ones', () => {
    const sums = [day('2026-11-01', { normal: 4, offline: 1, repairing: 2, repaired: 1, lost: 2, scrap: 7 })]
    expect(rateLine(sums, week, 'online', 'inService')).toMatchObject({ data: [80, null, null], basis: 'inService' })
    expect(rateLine(sums, week, 'online', 'allOwned')).toMatchObject({
      data: [40, null, null],
      denominator: [10, null, null],
      basis: 'allOwned',
    })
  })

  test('Return no rate when nothing is in service', () => {
    expect(rateLine([day('2026-11-01', { scrap: 3 })], week, 'compliance', 'inService').data[0]).toBeNull()
  })
})

describe('rates over months', () => {
  test('Divide machine-days by machine-days for a month, instead of averaging percentages', () => {
    const sums = [
      day('2026-10-31', { normal: 1 }),
      day('2026-11-01', { normal: 90, offline: 10 }),
      day('2026-11-02', { offline: 10 }),
    ]
    const line = rateLine(sums, { start: '2026-09-15', end: '2026-11-30', period: 'month' }, 'online', 'inService')
    expect(line.xAxisData).toEqual(['2026-09', '2026-10', '2026-11'])
    expect(line.data).toEqual([null, 100, 81.81])
    expect(line.denominator).toEqual([null, 1, 110])
  })

  test('Leave out the days of a month that are outside the range', () => {
    const sums = [day('2026-11-01', { offline: 10 }), day('2026-11-20', { normal: 10 })]
    expect(
      rateLine(sums, { start: '2026-11-10', end: '2026-11-30', period: 'month' }, 'online', 'inService').data,
    ).toEqual([100])
  })
})

describe('states over time', () => {
  test('Keep a place for every day of the range, empty for unknown days', () => {
    const { xAxisData, series } = stackedStates([day('2026-11-02', { normal: 3, scrap: 1 })], week)
    expect(xAxisData).toHaveLength(3)
    expect(series.map(({ name }) => name)).toEqual([
      'normal',
      'low',
      'warn',
      'offline',
      'repairing',
      'repaired',
      'lost',
      'scrap',
    ])
    expect(series[0]).toEqual({ name: 'normal', data: [null, 3, null] })
    expect(series[1]?.data).toEqual([null, 0, null])
  })

  test('Show the average of the known days of a month, and the count of the last one', () => {
    const sums = [day('2026-11-01', { normal: 3 }), day('2026-11-02', { normal: 4 }), day('2026-11-04', { normal: 4 })]
    const { series } = stackedStates(sums, { start: '2026-10-30', end: '2026-11-30', period: 'month' })
    expect(series[0]).toEqual({ name: 'normal', data: [null, 3.67], lastDay: [null, 4] })
  })
})

test('Sum online and offline to all in service, and never exceed online by compliant devices', () => {
  const count = fc.nat({ max: 1_000 })
  const anyDay = fc.record({ normal: count, low: count, warn: count, offline: count, repairing: count, lost: count })
  const range = { start: '2026-10-20', end: '2026-11-10' }
  const property = fc.property(
    fc.array(anyDay, { maxLength: 22 }),
    fc.constantFrom('day' as const, 'month' as const),
    (given, period) => {
      const sums = given.map((counts, index) => day(addDays(range.start, index), counts))
      const [online, offline, compliance] = rates.map((rate) => rateLine(sums, { ...range, period }, rate, 'inService'))
      for (const [index, denominator] of (online?.denominator ?? []).entries()) {
        const at = (line: typeof online) => line?.numerator[index] ?? 0
        expect(at(online) + at(offline)).toBe(denominator ?? 0)
        expect(at(compliance)).toBeLessThanOrEqual(at(online))
        const value = online?.data[index] ?? null
        expect(value === null || (value >= 0 && value <= 100)).toBe(true)
        expect(value === 100).toBe(
          denominator !== null && denominator !== undefined && denominator > 0 && at(online) === denominator,
        )
      }
    },
  )
  fc.assert(property)
})
