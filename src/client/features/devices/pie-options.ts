import type { Options, PointOptionsObject } from 'highcharts'
import { type Step, stepColour } from '#client/ui/chart-steps.ts'
import { type ChartTheme, chartText, type Shade, shaded } from '#client/ui/chart-theme.ts'
import { drawStateMarks } from '#client/ui/state-marks.ts'
import { type PieSlice, percent } from '#shared/charts.ts'
import type { DeviceState } from '#shared/devices.ts'

/** The CSS variable of a colour, or a shade of the accent: a certain one, or one that differs from its neighbours. */
export type SliceColour = string | Shade | Step
/** A slice with its label and colour; a state also has its mark. */
export type NamedSlice = PieSlice & { label: string; colour: SliceColour; state?: DeviceState }
/** The words inside a chart; this file has none of its own. */
export type PieWords = {
  label: string
  unit: string
  number(value: number): string
  share(value: number | null): string
}

const colourOf = (colour: SliceColour, theme: ChartTheme): string =>
  typeof colour === 'string'
    ? theme.colour(colour)
    : typeof colour === 'number'
      ? shaded(colour, theme)
      : stepColour(colour, theme)

const total = (slices: readonly PieSlice[]): number => slices.reduce((sum, slice) => sum + slice.value, 0)

/** The legend on the right, with the number of each slice. */
const legendOptions = (theme: ChartTheme): Options['legend'] => ({
  enabled: true,
  layout: 'vertical',
  align: 'right',
  verticalAlign: 'middle',
  itemMarginTop: 2,
  itemMarginBottom: 2,
  labelFormat: '{options.custom.label}  <b>{options.custom.number}</b>',
  navigation: {
    activeColor: theme.colour('--accent'),
    inactiveColor: theme.colour('--line'),
    style: { color: theme.colour('--ink') },
  },
})

/** The ring and the colours between its slices. */
const ringOptions = (theme: ChartTheme): NonNullable<Options['plotOptions']>['pie'] => ({
  innerSize: '62%',
  size: '100%',
  borderColor: theme.colour('--surface'),
  borderWidth: 0.5,
  borderRadius: 0,
  showInLegend: true,
  dataLabels: { enabled: false },
  cursor: 'pointer',
  // A few lost devices among thousands must still be a slice large enough to hit.
  minSize: 80,
})

/** The options of a ring with its legend on the right; `open` links to the rows behind a slice. */
export function pieOptions(
  slices: readonly NamedSlice[],
  words: PieWords,
  theme: ChartTheme,
  open: (name: string) => void,
): Options {
  const sum = total(slices)
  const describe = (slice: NamedSlice): string =>
    `${slice.label} ${words.number(slice.value)} ${words.unit} (${words.share(percent(slice.value, sum))})`
  return {
    chart: { type: 'pie', events: { render: drawStateMarks } },
    tooltip: { headerFormat: '', pointFormat: '{point.options.custom.text}' },
    legend: legendOptions(theme),
    plotOptions: { pie: ringOptions(theme) },
    accessibility: { point: { descriptionFormat: '{options.custom.text}' } },
    series: [
      {
        type: 'pie',
        name: words.label,
        data: slices.map(
          (slice): PointOptionsObject => ({
            id: slice.name,
            name: chartText(slice.label),
            y: slice.value,
            color: colourOf(slice.colour, theme),
            custom: {
              label: chartText(slice.label),
              number: words.number(slice.value),
              text: chartText(describe(slice)),
              state: slice.state,
            },
            events: { click: () => open(slice.name) },
          }),
        ),
      },
    ],
  }
}
