import type { Options } from 'highcharts'
import { dateAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText, shaded, typeLine, typeShade } from '#client/ui/chart-theme.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { MachineSeries } from '#shared/stock.ts'

type Drawn = {
  series: readonly MachineSeries[]
  /** The index of a type among all types. */
  placeOf: (type: DeviceType) => number
  unit: string
  kind: 'column' | 'line'
  open: (index: number, type: DeviceType) => void
}

/**
 * Machines by month with the types beside each other; a gap where data is missing. A click on a point opens its days.
 */
export function monthOptions({ series, placeOf, unit, kind, open }: Drawn, theme: ChartTheme): Options {
  return {
    chart: { type: kind, spacing: [20, 8, 8, 8] },
    xAxis: dateAxis(series[0]?.xAxisData ?? [], theme),
    yAxis: valueAxis(theme, unit),
    legend: { enabled: true },
    tooltip: { shared: true, valueSuffix: ` ${unit}` },
    plotOptions: {
      column: { cursor: 'pointer', borderWidth: 0, borderRadius: 0, maxPointWidth: 40 },
      line: {
        cursor: 'pointer',
        lineWidth: 2,
        marker: { enabled: true, radius: 4 },
        states: { hover: { lineWidthPlus: 0 } },
      },
    },
    accessibility: { point: { descriptionFormat: '{point.category}: {series.name} {point.y}' } },
    series: series.map(({ machineName, totalNumber }) => ({
      type: kind,
      id: machineName,
      name: chartText(machineName),
      color: shaded(typeShade(placeOf(machineName)), theme),
      ...(kind === 'line'
        ? { dashStyle: typeLine(placeOf(machineName)).dash, marker: { symbol: typeLine(placeOf(machineName)).symbol } }
        : {}),
      data: totalNumber.map((y, index) => ({ y, events: { click: () => open(index, machineName) } })),
    })),
  }
}
