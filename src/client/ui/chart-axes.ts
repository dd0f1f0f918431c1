import type { Axis, XAxisOptions, YAxisOptions } from 'highcharts'
import { type ChartTheme, chartText } from './chart-theme.ts'
import type { RateAxis } from './rate-axis.ts'

const dayLength = 'YYYY-MM-DD'.length

const characterPixels = 7
const gapPixels = 12

/** Return which labels are shown if they share `pixels`: all, or every nth counted back from the last one. */
export function namedPlaces(count: number, longest: number, pixels: number): number[] {
  const fitting = Math.max(1, Math.floor(pixels / (longest * characterPixels + gapPixels)))
  const step = Math.max(1, Math.ceil(count / fitting))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}

/**
 * An axis of days or months; days are without their year, which is shown everywhere else. Labels that do not fit are
 * left out; none is rotated or wrapped.
 */
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

/** The lowest line of an axis that does not start at zero. */
const cutLine = (low: number, theme: ChartTheme): YAxisOptions =>
  low === 0
    ? {}
    : {
        startOnTick: false,
        plotLines: [{ value: low, width: 1, dashStyle: 'ShortDash', color: theme.colour('--control'), zIndex: 3 }],
      }

/** An axis of figures from zero or `low`, with the unit above it. */
export const valueAxis = (theme: ChartTheme, unit: string, low = 0): YAxisOptions => ({
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
  min: low,
  gridLineColor: theme.colour('--line'),
  ...cutLine(low, theme),
})

/** An axis in percent between the ends of a `RateAxis`; the lowest line of a cut axis is dashed. */
export const percentAxis = (theme: ChartTheme, { low, high, ticks, cut }: RateAxis): YAxisOptions => ({
  ...valueAxis(theme, '%'),
  min: low,
  max: high,
  tickPositions: [...ticks],
  startOnTick: false,
  endOnTick: false,
  ...cutLine(cut ? low : 0, theme),
})
