import type { Options } from 'highcharts'
import { useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Chart } from '#client/ui/chart.tsx'
import { dateAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'
import type { RepairType } from '#shared/repairs.ts'
import { filtersOfView, type RepairView } from './repair-view.ts'

const height = 200
const colours: Record<RepairType, string> = { 送修: '--state-repairing', 送回: '--state-repaired' }
type Drawn = {
  labels: readonly string[]
  values: readonly number[]
  name: string
  unit: string
  colour: string
  open: (index: number) => void
  /** The highest value of both charts: side by side they have one scale. */
  peak: number
}

function lineOptions({ labels, values, name, unit, colour, open, peak }: Drawn, theme: ChartTheme): Options {
  const text = (value: number, index: number) =>
    chartText(`${labels[index] ?? ''} ${name} ${formatNumber(value)} ${unit}`)
  return {
    chart: { type: 'line', spacing: [20, 8, 8, 8] },
    xAxis: dateAxis(labels, theme),
    yAxis: { ...valueAxis(theme, unit), minRange: 1, maxPadding: 0, softMax: peak, allowDecimals: false },
    legend: { enabled: false },
    tooltip: {
      headerFormat: '',
      pointFormat: '<span style="color:{series.color}">●</span> {point.options.custom.text}',
    },
    plotOptions: {
      line: { lineWidth: 2, cursor: 'pointer', marker: { enabled: labels.length <= 31, radius: 3, symbol: 'circle' } },
    },
    accessibility: { point: { descriptionFormat: '{point.options.custom.text}' } },
    series: [
      {
        type: 'line',
        name: chartText(name),
        color: theme.colour(colour),
        data: values.map((y, index) => ({ y, custom: { text: text(y, index) }, events: { click: () => open(index) } })),
      },
    ],
  }
}

type Props = { line: RepairType; view: RepairView; onOpen: (point: string, line: RepairType) => void }

/** The number of machines sent or returned by day or month; a click on a point opens its records. */
export function RepairChart({ line, view, onOpen }: Props) {
  const say = useWord()
  const { deviceSerial, repairDateQuery, siteId } = filtersOfView(view)
  const query = { deviceSerial, repairDateQuery, siteId, reservePeriod: view.period }
  const chart = trpc.repairs.chart.useQuery({ line, ...query })
  // The other chart asks for the same, so this sends nothing.
  const beside = trpc.repairs.chart.useQuery({ line: line === '送修' ? '送回' : '送修', ...query })
  const peak = Math.max(0, ...(chart.data?.series[0]?.data ?? []), ...(beside.data?.series[0]?.data ?? []))
  const title = say(`repair.type.${line}`)
  const drawn = useMemo(() => {
    if (!chart.data) return undefined
    const { xAxisData: labels, series } = chart.data
    const values = series[0]?.data ?? []
    return {
      labels,
      values,
      name: title,
      unit: say('fleet.unit'),
      colour: colours[line],
      open: (index: number) => onOpen(labels[index] ?? '', line),
      peak,
    }
  }, [chart.data, title, say, line, onOpen, peak])
  const build = useMemo(() => drawn && ((theme: ChartTheme) => lineOptions(drawn, theme)), [drawn])
  const data = useMemo(
    () => ({
      columns: [say('repairs.day'), title],
      rows: (drawn?.labels ?? []).map((label, index) => ({ key: label, cells: [label, drawn?.values[index] ?? 0] })),
    }),
    [drawn, say, title],
  )
  const error =
    chart.error && !chart.data ? { message: messageOf(chart.error), retry: () => void chart.refetch() } : undefined
  const [first, last] = [drawn?.labels[0], drawn?.labels.at(-1)]
  const days = first === last ? first : `${first} – ${last}`
  const span = first === undefined ? title : `${title} · ${days}`
  return <Chart compact title={span} height={height} build={build} data={data} error={error} />
}
