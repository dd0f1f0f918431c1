import type { Options, PointOptionsObject, SeriesLineOptions, SeriesScatterOptions } from 'highcharts'
import { valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText, faintest, mixColours } from '#client/ui/chart-theme.ts'
import type { Place } from '#shared/selection/performance.ts'

/**
 * A curve with its points; solid between the coldest and the warmest point of the model. `texts` are for the tooltips.
 */
export type DrawnLine = {
  name: string
  points: readonly (Place & { text: string })[]
  curve: readonly (Place & { text: string })[]
}
export type DrawnPerformance = {
  axis: string
  lines: readonly DrawnLine[]
  others: { name: string; points: readonly (Place & { text: string })[] }
  duty: DrawnLine | null
}

const symbols = ['circle', 'square', 'triangle', 'triangle-down'] as const
const pointsOf = (places: readonly (Place & { text: string })[]): PointOptionsObject[] =>
  places.map(({ tC, kgH, text }) => ({ x: tC, y: kgH, custom: { text: chartText(text) } }))

type Look = { color: string; symbol: string; radius: number; id: string; known: readonly number[] }
/** `known` = temperatures of all points of the model. */
function seriesOf(
  { name, points, curve }: DrawnLine,
  { color, symbol, radius, id, known }: Look,
): [SeriesLineOptions, SeriesScatterOptions] {
  const [first, last] = [Math.min(...known), Math.max(...known)]
  return [
    {
      type: 'line',
      id,
      name: chartText(name),
      color,
      data: pointsOf(curve),
      lineWidth: 2,
      zoneAxis: 'x',
      // Outside the range of the points only the shape of the curve is known.
      zones:
        first < last
          ? [{ value: first, dashStyle: 'ShortDash' }, { value: last }, { dashStyle: 'ShortDash' }]
          : [{ dashStyle: 'ShortDash' }],
      marker: { enabled: false, symbol },
    },
    {
      type: 'scatter',
      linkedTo: id,
      name: chartText(name),
      color,
      data: pointsOf(points),
      marker: { symbol, radius },
      showInLegend: false,
    },
  ]
}

/** The chart of kg/h over °C: one line per humidity, its points, and the duty of a project. */
export function performanceOptions({ axis, lines, others, duty }: DrawnPerformance, theme: ChartTheme): Options {
  const shade = (index: number) =>
    mixColours(
      theme.colour('--accent'),
      theme.colour('--surface'),
      lines.length < 2 ? 0 : (faintest * index) / (lines.length - 1),
    )
  const muted = theme.colour('--muted')
  const known = [...lines, others].flatMap(({ points }) => points.map(({ tC }) => tC))
  const caution = theme.colour('--caution')
  return {
    chart: { spacing: [20, 12, 8, 8] },
    xAxis: {
      title: { text: chartText(axis), style: { color: muted, fontSize: '12px' } },
      crosshair: false,
      tickWidth: 0,
      labels: { style: { color: muted, fontSize: '12px' } },
    },
    yAxis: valueAxis(theme, 'kg/h'),
    legend: { enabled: true },
    tooltip: {
      shared: false,
      headerFormat: '',
      pointFormat: '<span style="color:{point.color}">●</span> {point.options.custom.text}',
    },
    plotOptions: { line: { states: { hover: { lineWidthPlus: 0 } } } },
    accessibility: { point: { descriptionFormat: '{point.options.custom.text}' } },
    series: [
      ...lines.flatMap((line, index) =>
        seriesOf(line, {
          color: shade(index),
          symbol: symbols[index % symbols.length] ?? 'circle',
          radius: 4,
          id: `line-${index}`,
          known,
        }),
      ),
      ...(others.points.length === 0
        ? []
        : [
            {
              type: 'scatter' as const,
              name: chartText(others.name),
              color: muted,
              data: pointsOf(others.points),
              marker: { symbol: 'circle', radius: 3 },
            },
          ]),
      ...(duty ? seriesOf(duty, { color: caution, symbol: 'diamond', radius: 8, id: 'duty', known }) : []),
    ],
  }
}
