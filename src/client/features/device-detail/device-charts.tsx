import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import type { LoadError } from '#client/ui/status.tsx'
import { addDays, type Day } from '#shared/dates.ts'
import type { DeviceHistory } from '#shared/rankings.ts'
import {
  dailyStates,
  hashOptions,
  monthlyStates,
  onlineOptions,
  type StateCounts,
  stateOptions,
} from './device-series.ts'

const height = 220
type Shown = { history: DeviceHistory | undefined; error: LoadError | undefined }

/** Load a device's daily values up to the business date. */
export function useDeviceHistory(id: number | undefined, days: number): Shown {
  const lastDate = trpc.charts.lastDate.useQuery()
  const end = lastDate.data ?? undefined
  const range: [Day, Day] | undefined = end === undefined ? undefined : [addDays(end, 1 - days), end]
  const history = trpc.charts.device.useQuery(
    { id: id ?? 0, businessDateQuery: range },
    {
      enabled: id !== undefined && lastDate.data !== undefined,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    },
  )
  const failed = history.error ?? lastDate.error
  const retry = () => void (lastDate.error ? lastDate.refetch() : history.refetch())
  return { history: history.data, error: failed ? { message: messageOf(failed), retry } : undefined }
}

const isKnown = (values: readonly unknown[]) => values.some((value) => value !== null)

/** The average hash rate of each day and the target. */
export function HashChart({ history, error }: Shown) {
  const say = useWord()
  const names = useMemo(() => ({ rate: say('trace.hashRate'), target: say('trace.hashTarget') }), [say])
  const build = useMemo(() => history && ((theme: ChartTheme) => hashOptions(history, names, theme)), [history, names])
  const data = useMemo(() => {
    const row = (day: string, index: number) => ({
      key: day,
      cells: [day, history?.hashRate[index] ?? null, history?.hashTarget[index] ?? null],
    })
    return {
      columns: [say('trace.day'), names.rate, `${names.target} (TH/s)`],
      rows: history && isKnown(history.hashRate) ? history.xAxisData.map(row) : [],
    }
  }, [history, names, say])
  return <Chart title={say('trace.hashChart')} height={height} build={build} data={data} error={error} />
}

/** The state at the end of each day. */
export function DailyStateChart({ history, error }: Shown) {
  const say = useWord()
  const counts = useMemo(() => history && dailyStates(history), [history])
  const build = useStateBars(counts, true)
  const data = useMemo(() => {
    const row = (day: string, index: number) => {
      const state = history?.states[index]
      return { key: day, cells: [day, state ? say(`device.state.${state}`) : '-'] }
    }
    return {
      columns: [say('trace.day'), say('trace.state')],
      rows: history && isKnown(history.states) ? history.xAxisData.map(row) : [],
    }
  }, [history, say])
  return (
    <Chart
      title={say('trace.stateChart')}
      height={height}
      build={build}
      data={data}
      error={error}
      note={say('trace.stateNote')}
    />
  )
}

/** The number of days per month that ended in each state. */
export function MonthlyStateChart({ history, error }: Shown) {
  const say = useWord()
  const counts = useMemo(() => history && monthlyStates(history), [history])
  const build = useStateBars(counts, false)
  const data = useMemo(() => {
    const states = (Object.keys(counts?.counts ?? {}) as (keyof StateCounts['counts'])[]).map((state) => ({
      state,
      name: say(`device.state.${state}`),
    }))
    const row = (month: string, index: number) => ({
      key: month,
      cells: [month, ...states.map(({ state }) => counts?.counts[state]?.[index] ?? null)],
    })
    return {
      columns: [say('trace.month'), ...states.map(({ name }) => name)],
      rows: states.length > 0 ? (counts?.labels ?? []).map(row) : [],
    }
  }, [counts, say])
  return <Chart title={say('trace.monthChart')} height={height} build={build} data={data} error={error} />
}

/** Online or not, day by day. */
export function OnlineChart({ history, error }: Shown) {
  const say = useWord()
  const name = say('rate.online')
  const build = useMemo(() => history && ((theme: ChartTheme) => onlineOptions(history, name, theme)), [history, name])
  const data = useMemo(() => {
    const row = (day: string, index: number) => ({ key: day, cells: [day, history?.onlineRate[index] ?? null] })
    return {
      columns: [say('trace.day'), `${name} (%)`],
      rows: history && isKnown(history.onlineRate) ? history.xAxisData.map(row) : [],
    }
  }, [history, name, say])
  return (
    <Chart
      title={say('trace.onlineChart')}
      height={height}
      build={build}
      data={data}
      error={error}
      note={say('trace.onlineNote')}
    />
  )
}

function useStateBars(counts: StateCounts | undefined, bare: boolean) {
  const say = useWord()
  return useMemo(() => {
    const words = {
      name: (state: keyof StateCounts['counts']) => say(`device.state.${state}`),
      unit: say('trace.dayUnit'),
      bare,
    }
    return counts && ((theme: ChartTheme) => stateOptions(counts, words, theme))
  }, [counts, bare, say])
}
