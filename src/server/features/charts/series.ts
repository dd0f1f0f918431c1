import type { Period } from '#shared/chart-choices.ts'
import { type Basis, percent, type Rate, type RateLine, type StackedStates } from '#shared/charts.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import type { StateLine } from '#shared/rankings.ts'
import { type DaySums, denominators, isKnown, numerators } from './day-rates.ts'

export type Range = { start: Day; end: Day; period: Period }

type Point = { name: string; days: readonly DaySums[] }
const unknown: readonly DaySums[] = []

/**
 * Return the points of the axis: every day of the range, or its months, each with its known days in order. A point
 * without known days stays, so that the chart shows a gap.
 */
function pointsOf(sums: readonly DaySums[], { start, end, period }: Range): Point[] {
  const byDay = new Map(sums.map((day) => [day.day, [day]]))
  const days = daysBetween(start, end)
  if (period === 'day') return days.map((name) => ({ name, days: byDay.get(name) ?? unknown }))
  const months = new Map<string, DaySums[]>()
  for (const day of days) {
    const name = day.slice(0, 'YYYY-MM'.length)
    const known = months.get(name) ?? []
    known.push(...(byDay.get(day) ?? unknown))
    months.set(name, known)
  }
  return [...months].map(([name, known]) => ({ name, days: known }))
}

const round = (value: number) => Math.round(value * 100) / 100
const sumOf = (days: readonly DaySums[], count: (day: DaySums) => number) =>
  days.reduce((sum, day) => sum + count(day), 0)

/**
 * Return the stacked bars of the eight states. A month shows the average count per day, because a sum of days is not a
 * number of devices. Source: fleet.md, Rates.
 */
export function stackedStates(sums: readonly DaySums[], range: Range): StackedStates {
  const points = pointsOf(sums, range)
  const average = ([first, ...others]: readonly DaySums[], state: DeviceState) => {
    if (!first) return null
    return others.length === 0
      ? first[state]
      : round((first[state] + sumOf(others, (day) => day[state])) / (1 + others.length))
  }
  return {
    xAxisData: points.map(({ name }) => name),
    series: deviceStates.map((state) => ({
      name: state,
      data: points.map(({ days }) => average(days, state)),
      ...(range.period === 'month' ? { lastDay: points.map(({ days }) => days.at(-1)?.[state] ?? null) } : {}),
    })),
  }
}

/**
 * Return a rate over time. A month is the sum of numerators over the sum of denominators of its known days. Source:
 * fleet.md, Rates.
 */
export function rateLine(sums: readonly DaySums[], range: Range, rate: Rate, basis: Basis): RateLine {
  const points = pointsOf(sums, range).map(({ name, days }) => {
    const known = days.filter(isKnown)
    if (known.length === 0) return { name, numerator: null, denominator: null, value: null }
    const numerator = sumOf(known, numerators[rate])
    const denominator = sumOf(known, denominators[basis])
    return { name, numerator, denominator, value: percent(numerator, denominator) }
  })
  return {
    name: rate,
    xAxisData: points.map(({ name }) => name),
    data: points.map(({ value }) => value),
    numerator: points.map(({ numerator }) => numerator),
    denominator: points.map(({ denominator }) => denominator),
    basis,
  }
}

/** Return one of the eight states over time. */
export function stateLine(sums: readonly DaySums[], range: Range, state: DeviceState): StateLine {
  const { xAxisData, series } = stackedStates(sums, range)
  return { name: state, xAxisData, data: series.find(({ name }) => name === state)?.data ?? [] }
}
