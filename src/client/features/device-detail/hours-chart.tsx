import type { Options } from 'highcharts'
import { useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Chart } from '#client/ui/chart.tsx'
import { dateAxis, valueAxis } from '#client/ui/chart-axes.ts'
import { type ChartTheme, chartText } from '#client/ui/chart-theme.ts'
import { businessTime } from '#shared/business-time.ts'
import type { DeviceHours } from '#shared/live.ts'

const height = 220
const refreshMs = 60_000
const spacing: [number, number, number, number] = [20, 8, 8, 8]

type Names = { rate: string; target: string; power: string }

/** Return the start of each value, as `11-20 08:05` in business time. */
const timesOf = ({ start, slotMinutes, hashRate }: DeviceHours, timeZone: string): string[] =>
  hashRate.map((_, index) =>
    businessTime(new Date(Date.parse(start) + index * slotMinutes * 60_000), timeZone).slice(5, 16),
  )

/**
 * The chart of the hash rate and its target, with power on a second axis if the machine reports it; a gap where it did
 * not report.
 */
const hoursOptions = (hours: DeviceHours, times: readonly string[], names: Names, theme: ChartTheme): Options => {
  const hasPower = hours.powerW.some((power) => power !== null)
  const line = { lineWidth: 2, marker: { enabled: false } }
  return {
    chart: { type: 'line', spacing },
    xAxis: { ...dateAxis([...times], theme), tickInterval: 72 },
    yAxis: [valueAxis(theme, 'TH/s'), ...(hasPower ? [{ ...valueAxis(theme, 'W'), opposite: true }] : [])],
    legend: { enabled: true },
    // On a phone only one label per day fits.
    responsive: { rules: [{ condition: { maxWidth: 500 }, chartOptions: { xAxis: { tickInterval: 288 } } }] },
    tooltip: { valueDecimals: 2 },
    plotOptions: { line },
    series: [
      {
        type: 'line',
        id: 'rate',
        name: chartText(names.rate),
        color: theme.colour('--state-normal'),
        data: hours.hashRate,
        tooltip: { valueSuffix: ' TH/s' },
      },
      {
        type: 'line',
        id: 'target',
        name: chartText(names.target),
        color: theme.colour('--muted'),
        dashStyle: 'ShortDash',
        data: times.map(() => hours.targetHashRate),
        tooltip: { valueSuffix: ' TH/s' },
      },
      ...(hasPower
        ? [
            {
              type: 'line' as const,
              id: 'power',
              name: chartText(names.power),
              color: theme.colour('--state-repaired'),
              yAxis: 1,
              data: hours.powerW,
              tooltip: { valueSuffix: ' W', valueDecimals: 0 },
            },
          ]
        : []),
    ],
  }
}

/** The last 48 hours of a machine, one value per five minutes; nothing for a machine that does not report live. */
export function HoursChart({ id }: { id: number }) {
  const say = useWord()
  const { timeZone } = useSession()
  const {
    data: hours,
    error,
    refetch,
  } = trpc.live.hours.useQuery({ id }, { meta: { silent: true }, refetchInterval: refreshMs })
  const names = useMemo(
    () => ({ rate: say('trace.hashRate'), target: say('trace.hashTarget'), power: say('trace.power') }),
    [say],
  )
  const times = useMemo(() => hours && timesOf(hours, timeZone), [hours, timeZone])
  const build = useMemo(
    () => hours && times && ((theme: ChartTheme) => hoursOptions(hours, times, names, theme)),
    [hours, times, names],
  )
  const table = useMemo(
    () => ({
      columns: [say('trace.time'), `${names.rate} (TH/s)`, `${names.power} (W)`],
      rows: (times ?? []).flatMap((time, index) => {
        const [rate, power] = [hours?.hashRate[index] ?? null, hours?.powerW[index] ?? null]
        return rate === null ? [] : [{ key: String(index), cells: [time, rate, power] }]
      }),
    }),
    [hours, times, names, say],
  )
  if (hours && table.rows.length === 0) return null
  const failed = error ? { message: messageOf(error), retry: () => void refetch() } : undefined
  return (
    <Chart
      title={say('trace.hoursChart')}
      height={height}
      build={build}
      data={table}
      error={failed}
      note={say('trace.hoursNote')}
    />
  )
}
