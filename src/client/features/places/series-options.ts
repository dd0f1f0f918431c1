import type { Options, PointOptionsObject, SeriesEventsOptionsObject } from 'highcharts'
import { dateAxis, percentAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'
import type { RateAxis } from '#client/ui/rate-axis.ts'
import { drawStateMarks } from '#client/ui/state-marks.ts'
import type { DeviceState } from '#shared/devices.ts'

/** A line or a layer of bars with its words; the tooltip shows `texts` beside each value. */
export type NamedSeries = {
  key: string
  label: string
  colour: string
  data: readonly (number | null)[]
  texts: readonly string[]
  /** The text at the end of each horizontal bar. */
  figures?: readonly string[]
  /** The state that the series shows: its legend has the mark of the state. */
  state?: DeviceState
}
/** A vertical line that marks an event at an index of the axis. */
export type ChartMark = { index: number; colour: string }
type Drawn = {
  labels: readonly string[]
  series: readonly NamedSeries[]
  unit: string
  open: (index: number, key: string) => void
}

const points = ({ data, texts, figures }: NamedSeries, index: (point: number) => void): PointOptionsObject[] =>
  data.map((y, point) => ({
    y,
    custom: { text: chartText(texts[point] ?? ''), figure: figures?.[point] },
    events: { click: () => index(point) },
  }))

/** The series of a chart; a click on a point opens it. */
const seriesOf = <Type extends 'column' | 'line' | 'bar'>(type: Type, { series, open }: Drawn, theme: ChartTheme) =>
  series.map((one) => ({
    type,
    id: one.key,
    name: chartText(one.label),
    color: theme.colour(one.colour),
    custom: { state: one.state },
    data: points(one, (point) => open(point, one.key)),
  }))

const shared = {
  headerFormat: '<b>{point.key}</b><br>',
  pointFormat: '<span style="color:{series.color}">●</span> {point.options.custom.text}<br>',
}
const spacing: [number, number, number, number] = [20, 8, 8, 8]

/** Without the part at the foot of the stack, the others start at zero. */
const foot = (low: number): SeriesEventsOptionsObject => ({
  hide() {
    this.yAxis.setExtremes(0)
  },
  show() {
    this.yAxis.setExtremes(low)
  },
})

/** Stacked bars of the eight states; `low` = where their axis starts. */
export function stackOptions(drawn: Drawn, low: number, theme: ChartTheme): Options {
  const { labels, unit } = drawn
  return {
    chart: { type: 'column', spacing, events: { render: drawStateMarks } },
    xAxis: dateAxis(labels, theme),
    yAxis: { ...valueAxis(theme, unit, low), reversedStacks: false, allowDecimals: false },
    legend: { enabled: true },
    tooltip: shared,
    plotOptions: {
      column: {
        stacking: 'normal',
        borderWidth: 0,
        borderRadius: 0,
        maxPointWidth: 48,
        cursor: 'pointer',
        groupPadding: 0.08,
        pointPadding: 0.06,
      },
    },
    accessibility: { point: { descriptionFormat: '{point.category}: {point.options.custom.text}' } },
    series: seriesOf('column', drawn, theme).map((one) =>
      one.id === drawn.series[0]?.key ? { ...one, events: foot(low) } : one,
    ),
  }
}

/** One rate in percent on its own axis; a gap where data is missing. */
export function rateOptions(
  drawn: Drawn & { marks?: readonly ChartMark[] },
  axis: RateAxis,
  theme: ChartTheme,
): Options {
  const { labels, marks = [] } = drawn
  const plotLines = marks.map(({ index, colour }) => ({
    value: index,
    width: 1,
    dashStyle: 'Dash' as const,
    color: theme.colour(colour),
    zIndex: 3,
  }))
  return {
    chart: { type: 'line', spacing },
    xAxis: { ...dateAxis(labels, theme), plotLines },
    yAxis: percentAxis(theme, axis),
    legend: { enabled: false },
    tooltip: shared,
    plotOptions: {
      line: {
        lineWidth: 2,
        cursor: 'pointer',
        marker: { enabled: labels.length <= 31, radius: 4, symbol: 'circle' },
        states: { hover: { lineWidthPlus: 0 } },
      },
    },
    accessibility: { point: { descriptionFormat: '{point.category}: {point.options.custom.text}' } },
    series: seriesOf('line', drawn, theme),
  }
}

/** The number of ticks that fit beside each other under a horizontal axis. */
const horizontalTicks = 4
const horizontalAxis = (axis: RateAxis): RateAxis => ({
  ...axis,
  ticks: axis.ticks.filter((_, index) => index % Math.ceil(axis.ticks.length / (horizontalTicks + 1)) === 0),
})

/**
 * Horizontal bars, the highest value first. `rate` = the axis of a rate: each figure has a percent sign, and the lowest
 * line is dashed when the axis does not start at 0.
 */
export function barOptions(drawn: Drawn, theme: ChartTheme, rate?: RateAxis): Options {
  const { labels, unit } = drawn
  return {
    chart: { type: 'bar', spacing: [4, rate ? 68 : 36, 4, 4] },
    xAxis: { categories: labels.map(chartText), tickWidth: 0, crosshair: false },
    yAxis: {
      ...(rate ? percentAxis(theme, horizontalAxis(rate)) : valueAxis(theme, '')),
      title: rate
        ? { text: undefined }
        : { text: chartText(unit), align: 'high', style: { color: theme.colour('--muted') } },
      ...(rate ? {} : { allowDecimals: false }),
      labels: {
        format: rate ? `{text}${unit}` : '{text}',
        style: { color: theme.colour('--muted'), fontSize: '12px', whiteSpace: 'nowrap', textOverflow: 'none' },
      },
    },
    legend: { enabled: false },
    tooltip: { ...shared, shared: false, headerFormat: '' },
    plotOptions: {
      bar: {
        borderWidth: 0,
        borderRadius: 0,
        maxPointWidth: 20,
        cursor: 'pointer',
        // Bars of nearly equal length are told apart by their figures; a figure may be outside the plot area.
        dataLabels: {
          enabled: true,
          crop: false,
          overflow: 'allow',
          format: '{point.options.custom.figure}',
          style: { color: theme.colour('--ink'), fontSize: '12px', fontWeight: 'normal', textOutline: 'none' },
        },
      },
    },
    accessibility: { point: { descriptionFormat: '{point.options.custom.text}' } },
    series: seriesOf('bar', drawn, theme),
  }
}
