import type { Options } from 'highcharts'
import { dateAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'
import { type DeviceType, deviceTypes } from '#shared/devices.ts'
import type { MachineSeries } from '#shared/stock.ts'
import { typeColour } from './province-options.ts'

type Drawn = { series: readonly MachineSeries[]; unit: string; kind: 'column' | 'line'; open: (index: number, type: DeviceType) => void }
const typeOf = (name: string) => deviceTypes.find((type) => type === name) ?? 'T30'

/** Machines by month, the types beside each other; a gap where nothing is known. A point leads to its days. */
export function monthOptions({ series, unit, kind, open }: Drawn, theme: ChartTheme): Options {
  return {
    chart: { type: kind, spacing: [20, 8, 8, 8] },
    xAxis: dateAxis(series[0]?.xAxisData ?? [], theme),
    yAxis: valueAxis(theme, unit),
    legend: { enabled: true },
    tooltip: { shared: true, valueSuffix: ` ${unit}` },
    plotOptions: {
      column: { cursor: 'pointer', borderWidth: 0, borderRadius: 0, maxPointWidth: 40 },
      line: { cursor: 'pointer', lineWidth: 2, marker: { enabled: true, radius: 4, symbol: 'circle' }, states: { hover: { lineWidthPlus: 0 } } },
    },
    accessibility: { point: { descriptionFormat: '{point.category}: {series.name} {point.y}' } },
    series: series.map(({ machineName, totalNumber }) => ({
      type: kind,
      id: machineName,
      name: chartText(machineName),
      color: typeColour(typeOf(machineName), theme),
      ...(kind === 'line' && machineName !== 'T30' ? { dashStyle: 'ShortDash' as const } : {}),
      data: totalNumber.map((y, index) => ({ y, events: { click: () => open(index, typeOf(machineName)) } })),
    })),
  }
}
