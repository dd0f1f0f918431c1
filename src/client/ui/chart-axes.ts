import type { Axis, XAxisOptions, YAxisOptions } from 'highcharts'
import { type ChartTheme, chartText } from './chart-theme.ts'
import type { RateAxis } from './rate-axis.ts'

const dayLength = 'YYYY-MM-DD'.length

const characterPixels = 7
const gapPixels = 12

/** Which of so many labels are said where `pixels` have to do for all: each, or every so many back from the last one. */
export function namedPlaces(count: number, longest: number, pixels: number): number[] {
  const fitting = Math.max(1, Math.floor(pixels / (longest * characterPixels + gapPixels)))
  const step = Math.max(1, Math.ceil(count / fitting))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}

/** Days or months under a chart; days go without their year, which is shown everywhere else. Those that do not fit are left out; none turns or breaks. */
export const dateAxis = (labels: readonly string[], theme: ChartTheme): XAxisOptions => ({
  categories: labels.map(chartText),
  tickWidth: 0,
  tickPositioner(this: Axis) {
    return namedPlaces(
      labels.length,
      (labels[0]?.length ?? 0) === dayLength ? 'MM-DD'.length : (labels[0]?.length ?? 0),
      this.chart.plotWidth,
    )
  },
  labels: {
    autoRotation: [0],
    style: { color: theme.colour('--muted'), fontSize: '12px', whiteSpace: 'nowrap', textOverflow: 'none' },
    formatter: ({ value }) =>
      String(value).length === dayLength ? String(value).slice('YYYY-'.length) : String(value),
  },
})

/** Figures from zero on, with their unit over the axis. */
export const valueAxis = (theme: ChartTheme, unit: string): YAxisOptions => ({
  title: {
    text: chartText(unit),
    align: 'high',
    rotation: 0,
    offset: 0,
    x: 0,
    y: -8,
    textAlign: 'left',
    style: { color: theme.colour('--muted') },
  },
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
  ...(cut
    ? { plotLines: [{ value: low, width: 1, dashStyle: 'ShortDash', color: theme.colour('--control'), zIndex: 3 }] }
    : {}),
})
