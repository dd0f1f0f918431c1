import type { Options } from 'highcharts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'

export type Columns = { key: string; label: string; colour: string; data: readonly number[] }
type Drawn = { labels: readonly string[]; series: readonly Columns[]; unit: string; open?: (index: number, key: string) => void }

/** More days, or months, would run into each other. */
const mostLabels = 15
const mostMonths = 8
/** As many have room on a telephone. */
const narrow = { width: 480, labels: 6 }
const dayLength = 'YYYY-MM-DD'.length
const short = (label: string) => label.slice(label.length === dayLength ? 'YYYY-'.length : 'YY'.length)

/** Columns beside each other: a record may be in two of them, so they must not stand on top of each other. */
export const columnOptions = ({ labels, series, unit, open }: Drawn, theme: ChartTheme): Options => ({
  chart: { type: 'column', spacing: [20, 8, 8, 8] },
  xAxis: {
    categories: labels.map(chartText),
    tickWidth: 0,
    labels: {
      autoRotation: undefined,
      step: Math.ceil(labels.length / (labels[0]?.length === dayLength ? mostLabels : mostMonths)),
      style: { color: theme.colour('--muted'), fontSize: '12px', whiteSpace: 'nowrap' },
      formatter: ({ value }) => short(String(value)),
    },
  },
  yAxis: {
    title: { text: chartText(unit), align: 'high', rotation: 0, offset: 0, x: 0, y: -8, textAlign: 'left', style: { color: theme.colour('--muted') } },
    min: 0,
    allowDecimals: false,
    gridLineColor: theme.colour('--line'),
  },
  responsive: {
    rules: [{ condition: { maxWidth: narrow.width }, chartOptions: { xAxis: { labels: { step: Math.ceil(labels.length / narrow.labels) } } } }],
  },
  legend: { enabled: series.length > 1 },
  plotOptions: {
    column: { borderWidth: 0, borderRadius: 0, maxPointWidth: 40, groupPadding: 0.1, pointPadding: 0.05, ...(open ? { cursor: 'pointer' } : {}) },
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
