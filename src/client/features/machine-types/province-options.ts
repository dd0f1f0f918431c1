import type { Options } from 'highcharts'
import { valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText, shaded, typeShade } from '#client/ui/chart-theme.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Bars } from '#shared/rankings.ts'

export type ProvinceTypes = { province: string; counts: Record<DeviceType, number>; total: number }

/** The counts of all types by province, most devices first. */
export function provinceTypes(bars: Readonly<Record<DeviceType, Bars>>): ProvinceTypes[] {
  const rows = new Map<string, ProvinceTypes>()
  const none = Object.fromEntries(Object.keys(bars).map((type) => [type, 0]))
  for (const [type, { provinces, counts }] of Object.entries(bars)) {
    for (const [index, province] of provinces.entries()) {
      const row = rows.get(province) ?? { province, counts: { ...none }, total: 0 }
      const count = counts[index] ?? 0
      row.counts[type] = (row.counts[type] ?? 0) + count
      row.total += count
      rows.set(province, row)
    }
  }
  return [...rows.values()]
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || one.province.localeCompare(other.province, 'zh-CN'))
}

/** A bar for each province with the types stacked. */
export const provinceOptions = (
  rows: readonly ProvinceTypes[],
  types: readonly { name: DeviceType; place: number }[],
  unit: string,
  open: (province: string, type: DeviceType) => void,
  theme: ChartTheme,
): Options => ({
  chart: { type: 'column', spacing: [20, 8, 8, 8] },
  // Names are neither rotated nor left out: on a phone they alternate between two lines.
  xAxis: { categories: rows.map(({ province }) => chartText(province)), tickWidth: 0, labels: { autoRotation: [0] } },
  responsive: {
    rules: [
      {
        condition: { maxWidth: 640 },
        chartOptions: { xAxis: { labels: { staggerLines: 2, style: { whiteSpace: 'nowrap', textOverflow: 'none' } } } },
      },
    ],
  },
  yAxis: { ...valueAxis(theme, unit), allowDecimals: false, reversedStacks: false },
  legend: { enabled: true },
  tooltip: { valueSuffix: ` ${unit}` },
  plotOptions: {
    column: {
      stacking: 'normal',
      borderWidth: 0,
      borderRadius: 0,
      maxPointWidth: 64,
      cursor: 'pointer',
      minPointLength: 2,
    },
  },
  accessibility: { point: { descriptionFormat: '{point.category}: {series.name} {point.y}' } },
  series: types.map(({ name, place }) => ({
    type: 'column',
    id: name,
    name,
    color: shaded(typeShade(place), theme),
    // A type without devices in a province has no height, not even the minimum height of a bar part.
    data: rows.map(({ province, counts }) => ({
      y: counts[name] || null,
      events: { click: () => open(province, name) },
    })),
  })),
})
