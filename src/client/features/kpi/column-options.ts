import type { Options } from 'highcharts'
import { dateAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'

export type Columns = { key: string; label: string; colour: string; data: readonly number[] }
type Drawn = {
  labels: readonly string[]
  series: readonly Columns[]
  unit: string
  open?: (index: number, key: string) => void
}

/** Columns beside each other. They are not stacked, because a record may be counted in two of them. */
export const columnOptions = ({ labels, series, unit, open }: Drawn, theme: ChartTheme): Options => ({
  chart: { type: 'column', spacing: [20, 8, 8, 8] },
  xAxis: dateAxis(labels, theme),
  yAxis: { ...valueAxis(theme, unit), allowDecimals: false },
  legend: { enabled: series.length > 1 },
  plotOptions: {
    column: {
      borderWidth: 0,
      borderRadius: 0,
      maxPointWidth: 40,
      groupPadding: 0.1,
      pointPadding: 0.05,
      ...(open ? { cursor: 'pointer' } : {}),
    },
  },
  accessibility: { point: { descriptionFormat: '{point.category}: {series.name} {point.y}' } },
  series: series.map(({ key, label, colour, data }) => ({
    type: 'column',
    id: key,
    name: chartText(label),
    color: theme.colour(colour),
    data: data.map((y, index) => ({ y, ...(open ? { events: { click: () => open(index, key) } } : {}) })),
  })),
})
