import type { XAxisOptions, YAxisOptions } from 'highcharts'
import { type ChartTheme, chartText } from './chart-theme.ts'
import type { RateAxis } from './rate-axis.ts'

const dayLength = 'YYYY-MM-DD'.length

/** Days or months under a chart; days go without their year, which is shown everywhere else. Those that do not fit are left out; none turns or breaks. */
export const dateAxis = (labels: readonly string[], theme: ChartTheme): XAxisOptions => ({
  categories: labels.map(chartText),
  tickWidth: 0,
  labels: {
    autoRotation: [0],
    style: { color: theme.colour('--muted'), fontSize: '12px', whiteSpace: 'nowrap', textOverflow: 'none' },
    formatter: ({ value }) => (String(value).length === dayLength ? String(value).slice('YYYY-'.length) : String(value)),
  },
})

/** Figures from zero on, with their unit over the axis. */
export const valueAxis = (theme: ChartTheme, unit: string): YAxisOptions => ({
  title: { text: chartText(unit), align: 'high', rotation: 0, offset: 0, x: 0, y: -8, textAlign: 'left', style: { color: theme.colour('--muted') } },
  min: 0,
  gridLineColor: theme.colour('--line'),
})

/** Percent between the ends of a rate's axis; where it is cut its lowest line is dashed. */
export const percentAxis = (theme: ChartTheme, { low, high, ticks, cut }: RateAxis): YAxisOptions => ({
  ...valueAxis(theme, '%'),
  min: low,
  max: high,
  tickPositions: [...ticks],
  startOnTick: false,
  endOnTick: false,
  ...(cut ? { plotLines: [{ value: low, width: 1, dashStyle: 'ShortDash', color: theme.colour('--control'), zIndex: 3 }] } : {}),
})
