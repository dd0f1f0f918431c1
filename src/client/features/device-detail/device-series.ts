import type { Options } from 'highcharts'
import { dateAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import type { DeviceHistory } from '#shared/rankings.ts'

const spacing: [number, number, number, number] = [20, 8, 8, 8]
const marker = (points: number) => ({ enabled: points <= 31, radius: 3, symbol: 'circle' })

/** The chart of the hash rate and its target; a gap where the device did not report. */
export const hashOptions = (
  { xAxisData, hashRate, hashTarget }: DeviceHistory,
  names: { rate: string; target: string },
  theme: ChartTheme,
): Options => ({
  chart: { type: 'line', spacing },
  xAxis: dateAxis(xAxisData, theme),
  yAxis: valueAxis(theme, 'TH/s'),
  legend: { enabled: true },
  tooltip: { valueSuffix: ' TH/s', valueDecimals: 2 },
  plotOptions: { line: { lineWidth: 2, marker: marker(xAxisData.length) } },
  series: [
    { type: 'line', id: 'rate', name: chartText(names.rate), color: theme.colour('--state-normal'), data: hashRate },
    {
      type: 'line',
      id: 'target',
      name: chartText(names.target),
      color: theme.colour('--muted'),
      dashStyle: 'ShortDash',
      marker: { enabled: false },
      data: hashTarget,
    },
  ],
})

/** 100 or 0 for each day in service. */
export const onlineOptions = ({ xAxisData, onlineRate }: DeviceHistory, name: string, theme: ChartTheme): Options => ({
  chart: { type: 'line', spacing },
  xAxis: dateAxis(xAxisData, theme),
  yAxis: { ...valueAxis(theme, '%'), max: 100, tickInterval: 25, endOnTick: false },
  legend: { enabled: false },
  tooltip: { valueSuffix: '%' },
  plotOptions: { line: { lineWidth: 2, step: 'center', marker: marker(xAxisData.length) } },
  series: [
    { type: 'line', id: 'online', name: chartText(name), color: theme.colour('--state-normal'), data: onlineRate },
  ],
})

export type StateCounts = {
  labels: readonly string[]
  counts: Partial<Record<DeviceState, readonly (number | null)[]>>
}

/** One full bar per day, in the colour of its state. */
export function dailyStates({ xAxisData, states }: DeviceHistory): StateCounts {
  const present = deviceStates.filter((state) => states.includes(state))
  return {
    labels: xAxisData,
    counts: Object.fromEntries(present.map((state) => [state, states.map((one) => (one === state ? 1 : null))])),
  }
}

/** Count the days of each month that ended in each state; the months before the first known day are left out. */
export function monthlyStates({ xAxisData, states }: DeviceHistory): StateCounts {
  const first = Math.max(
    0,
    states.findIndex((state) => state !== null),
  )
  const labels = [...new Set(xAxisData.slice(first).map((day) => day.slice(0, 'YYYY-MM'.length)))]
  const count = (month: string, state: DeviceState) =>
    states.filter((one, index) => one === state && xAxisData[index]?.startsWith(month)).length
  const present = deviceStates.filter((state) => states.includes(state))
  return {
    labels,
    counts: Object.fromEntries(present.map((state) => [state, labels.map((month) => count(month, state))])),
  }
}

/** Stacked bars of states; `bare` = each bar is one day and its height has no meaning. */
export const stateOptions = (
  { labels, counts }: StateCounts,
  words: { name: (state: DeviceState) => string; unit: string; bare: boolean },
  theme: ChartTheme,
): Options => ({
  // Without numbers on the left, the first date needs space of its own.
  chart: { type: 'column', spacing: words.bare ? [56, 8, 8, 24] : spacing },
  xAxis: dateAxis(labels, theme),
  yAxis: words.bare
    ? { visible: false, min: 0, max: 1, endOnTick: false }
    : { ...valueAxis(theme, words.unit), reversedStacks: false, allowDecimals: false },
  legend: { enabled: true },
  tooltip: words.bare
    ? {
        shared: false,
        headerFormat: '<b>{point.key}</b><br>',
        pointFormat: '<span style="color:{series.color}">●</span> {series.name}',
      }
    : { valueSuffix: ` ${words.unit}` },
  plotOptions: {
    column: {
      stacking: 'normal',
      borderRadius: 0,
      // A band without gaps: bars of a few pixels would be rounded to different widths, and a border of their own
      // colour closes the gaps left by rounding.
      ...(words.bare
        ? { groupPadding: 0, pointPadding: 0, borderWidth: 1 }
        : { groupPadding: 0.1, pointPadding: 0.06, maxPointWidth: 64, borderWidth: 0 }),
    },
  },
  accessibility: {
    point: {
      descriptionFormat: words.bare ? '{point.category}: {series.name}' : '{point.category}: {series.name} {point.y}',
    },
  },
  series: deviceStates.flatMap((state) => {
    const data = counts[state]
    const color = theme.colour(`--state-${state}`)
    return data
      ? [
          {
            type: 'column' as const,
            id: state,
            name: chartText(words.name(state)),
            color,
            borderColor: color,
            data: [...data],
          },
        ]
      : []
  }),
})
