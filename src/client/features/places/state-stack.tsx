import { type ReactNode, useMemo, useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { AxisLine } from '#client/ui/axis-note.tsx'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { stackLow } from '#client/ui/rate-axis.ts'
import type { LoadError } from '#client/ui/status.tsx'
import type { Period } from '#shared/chart-choices.ts'
import type { StackedStates } from '#shared/charts.ts'
import type { DayPart } from '#shared/day-lists.ts'
import { DeviceState } from '#shared/devices.ts'
import { type NamedSeries, stackOptions } from './series-options.ts'

const height = 320
type Props = {
  stack: StackedStates | undefined
  period: Period
  error?: LoadError
  onOpen: (at: string, part: DayPart) => void
  /** The files of the same days. */
  actions: ReactNode
}

/** Devices by state over time, as stacked bars. */
export function StateStack({ stack, period, error, onOpen, actions }: Props) {
  const say = useWord()
  const title = say('history.states')
  const drawn = useMemo(() => {
    if (!stack) return undefined
    const unit = say('places.devices')
    const series = stack.series.flatMap(({ name, data, lastDay }) => {
      const state = DeviceState.safeParse(name).data
      // The documented stack leaves out scrap, so that a bar shows the machines still owned (R483).
      if (!state || state === 'scrap') return []
      const label = say(`device.state.${state}`)
      const text = (value: number | null, index: number) => {
        const last = lastDay?.[index]
        return `${label} ${formatNumber(value)} ${unit}${last === undefined || last === null ? '' : ` (${say('history.lastDay', { count: formatNumber(last) })})`}`
      }
      return [{ key: state, label, colour: `--state-${state}`, data, texts: data.map(text), state }]
    })
    return {
      labels: stack.xAxisData,
      series,
      unit,
      open: (index: number, key: string) => onOpen(stack.xAxisData[index] ?? '', key as DeviceState),
    }
  }, [stack, say, onOpen])
  const [whole, setWhole] = useState(false)
  const cut = useMemo(() => lowOf(drawn?.series ?? []), [drawn])
  const low = whole ? 0 : cut
  const build = useMemo(() => drawn && ((theme: ChartTheme) => stackOptions(drawn, low, theme)), [drawn, low])
  const known = drawn?.series.some(({ data }) => data.some((value) => value !== null)) ?? false
  const data = useMemo(
    () => ({
      columns: [say('history.date'), ...(drawn?.series.map(({ label }) => label) ?? [])],
      rows: known
        ? (drawn?.labels ?? []).map((label, index) => ({
            key: label,
            cells: [label, ...(drawn?.series.map((one) => one.data[index] ?? null) ?? [])],
          }))
        : [],
    }),
    [drawn, known, say],
  )
  return (
    <Chart
      title={title}
      height={height}
      build={build}
      data={data}
      error={error}
      actions={actions}
      note={
        <>
          {say(period === 'month' ? 'history.monthNote' : 'history.dayNote')}
          <AxisLine
            text={low > 0 && say('chart.cutCounts', { low: formatNumber(low) })}
            button={cut > 0 && say('chart.fromZero')}
            whole={whole}
            onWhole={setWhole}
          />
        </>
      }
    />
  )
}

/** Return where the axis starts: normal machines are at the foot of the bars, and many more than all others. */
function lowOf(series: readonly NamedSeries[]): number {
  const normal = series.find(({ state }) => state === 'normal')?.data ?? []
  const known = normal.flatMap((value, index) => (value === null ? [] : [index]))
  const totals = known.map((index) => series.reduce((sum, { data }) => sum + (data[index] ?? 0), 0))
  return stackLow(
    known.map((index) => normal[index] ?? null),
    totals,
  )
}
