import { useMemo } from 'react'
import { useMachineTypes } from '#client/features/devices/use-machine-types.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { unknownMonths } from '#client/ui/known-months.ts'
import { loadErrorOf } from '#client/ui/status.tsx'
import type { DeviceType } from '#shared/devices.ts'
import type { MachineSeries } from '#shared/stock.ts'
import { monthOptions } from './month-options.ts'

const height = 300
const pictures = { bar: 'column', line: 'line' } as const

function sinceKnown(rows: readonly MachineSeries[] | undefined): readonly MachineSeries[] | undefined {
  const first = unknownMonths(
    rows?.[0]?.xAxisData ?? [],
    (rows ?? []).map(({ totalNumber }) => totalNumber),
  )
  return rows?.map((row) => ({
    ...row,
    totalNumber: row.totalNumber.slice(first),
    xAxisData: row.xAxisData.slice(first),
  }))
}

type Props = {
  kind: keyof typeof pictures
  onOpen: (month: string, kind: keyof typeof pictures, type: DeviceType) => void
}

/** Machines of each type over the last twelve months: in service (bars) or online (line). */
export function MonthChart({ kind, onOpen }: Props) {
  const say = useWord()
  const types = useMachineTypes()
  const series = trpc.machines[kind].useQuery({}, { meta: { silent: true } })
  const rows = useMemo(() => sinceKnown(series.data), [series.data])
  const unit = say('places.devices')
  const known = rows?.some(({ totalNumber }) => totalNumber.some((value) => value !== null))
  const build = useMemo(() => {
    if (!rows) return undefined
    const open = (index: number, type: DeviceType) => onOpen(rows[0]?.xAxisData[index] ?? '', kind, type)
    const placeOf = (type: DeviceType) => types.findIndex(({ name }) => name === type)
    return (theme: ChartTheme) => monthOptions({ series: rows, placeOf, unit, kind: pictures[kind], open }, theme)
  }, [rows, types, unit, kind, onOpen])
  const data = useMemo(
    () => ({
      columns: [say('history.date'), ...(rows ?? []).map(({ machineName }) => machineName)],
      rows: known
        ? (rows?.[0]?.xAxisData ?? []).map((month, index) => ({
            key: month,
            cells: [month, ...(rows ?? []).map(({ totalNumber }) => totalNumber[index] ?? null)],
          }))
        : [],
    }),
    [rows, known, say],
  )
  const error = loadErrorOf(series)
  return (
    <Chart
      title={say(`machineMonth.${kind}`)}
      height={height}
      build={build}
      data={data}
      error={error}
      note={say('machineMonth.hint')}
    />
  )
}
