import type { Options } from 'highcharts'
import { valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText, faintest, mixColours } from '#client/ui/chart-theme.ts'
import { type DeviceType, deviceTypes } from '#shared/devices.ts'
import type { Bars } from '#shared/rankings.ts'

export type ProvinceTypes = { province: string; counts: Record<DeviceType, number>; total: number }

/** Both types beside each other by province, most devices first. */
export function provinceTypes(bars: Record<DeviceType, Bars>): ProvinceTypes[] {
  const rows = new Map<string, ProvinceTypes>()
  for (const type of deviceTypes) {
    for (const [index, province] of bars[type].provinces.entries()) {
      const row = rows.get(province) ?? { province, counts: { T30: 0, T20: 0 }, total: 0 }
      const count = bars[type].counts[index] ?? 0
      row.counts[type] += count
      row.total += count
      rows.set(province, row)
    }
  }
  return [...rows.values()]
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || one.province.localeCompare(other.province, 'zh-CN'))
}

/** T20 in the faintest shade of the accent: a type is no state and takes no colour of one. */
export const typeColour = (type: DeviceType, theme: ChartTheme): string =>
  type === 'T30' ? theme.colour('--accent') : mixColours(theme.colour('--accent'), theme.colour('--surface'), faintest)

/** A bar for each province, the types on top of each other. */
export const provinceOptions = (
  rows: readonly ProvinceTypes[],
  unit: string,
  open: (province: string, type: DeviceType) => void,
  theme: ChartTheme,
): Options => ({
  chart: { type: 'column', spacing: [20, 8, 8, 8] },
  xAxis: { categories: rows.map(({ province }) => chartText(province)), tickWidth: 0 },
  yAxis: { ...valueAxis(theme, unit), allowDecimals: false, reversedStacks: false },
  legend: { enabled: true },
  tooltip: { valueSuffix: ` ${unit}` },
  plotOptions: { column: { stacking: 'normal', borderWidth: 0, borderRadius: 0, maxPointWidth: 64, cursor: 'pointer', minPointLength: 2 } },
  accessibility: { point: { descriptionFormat: '{point.category}: {series.name} {point.y}' } },
  series: deviceTypes.map((type) => ({
    type: 'column',
    id: type,
    name: type,
    color: typeColour(type, theme),
    data: rows.map(({ province, counts }) => ({ y: counts[type], events: { click: () => open(province, type) } })),
  })),
})
