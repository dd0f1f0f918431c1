import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { Chart } from '#client/ui/chart.tsx'
import { typeShade } from '#client/ui/chart-theme.ts'
import type { LoadError } from '#client/ui/status.tsx'
import type { PieIndicator } from '#shared/chart-choices.ts'
import { type PieSlice, percent } from '#shared/charts.ts'
import { DeviceState, DeviceType } from '#shared/devices.ts'
import type { MachineType } from '#shared/machine-types.ts'
import { placeFilters, rowsHref, type ViewFilters } from './device-view.ts'
import { type NamedSlice, pieOptions, type SliceColour } from './pie-options.ts'
import { useMachineTypes } from './use-machine-types.ts'

const pieHeight = 184
type Say = ReturnType<typeof useWord>
/** Return the filter for a slice, its label and its colour; null for a slice unknown to this version. */
function readSlice(
  indicator: PieIndicator,
  slice: PieSlice,
  types: readonly MachineType[],
  mostTimes: number,
  say: Say,
): { filter: ViewFilters; label: string; colour: SliceColour; state?: DeviceState } | null {
  if (indicator === 'state') {
    const state = DeviceState.safeParse(slice.name).data
    return state ? { filter: { state }, label: say(`device.state.${state}`), colour: `--state-${state}`, state } : null
  }
  if (indicator === 'type') {
    const type = DeviceType.safeParse(slice.name).data
    return type
      ? { filter: { type }, label: type, colour: typeShade(types.findIndex(({ name }) => name === type)) }
      : null
  }
  const times = Number(slice.name)
  return Number.isInteger(times)
    ? {
        filter: { repairTimes: times },
        label: say('fleet.times', { count: times }),
        colour: { index: times, count: mostTimes + 1 },
      }
    : null
}

type PieProps = {
  indicator: PieIndicator
  title: string
  slices: PieSlice[] | undefined
  filters: ViewFilters
  error?: LoadError
}

/** One pie; a slice, and its row in the table, link to its devices. */
export function StatePie({ indicator, title, slices, filters, error }: PieProps) {
  const say = useWord()
  const [, navigate] = useLocation()
  const types = useMachineTypes()
  const { named, data } = useMemo(() => {
    const place = placeFilters(filters)
    const mostTimes = Math.max(0, ...(slices ?? []).map(({ name }) => Number(name)).filter(Number.isInteger))
    const known = (slices ?? []).flatMap((slice) => {
      const read = slice.value > 0 ? readSlice(indicator, slice, types, mostTimes, say) : null
      return read ? [{ ...slice, ...read, href: rowsHref({ ...place, ...read.filter }) }] : []
    })
    const total = known.reduce((sum, slice) => sum + slice.value, 0)
    return {
      named: known,
      data: {
        columns: [title, say('fleet.count'), say('fleet.share')],
        rows: known.map((slice) => ({
          key: slice.name,
          href: slice.href,
          cells: [slice.label, slice.value, formatPercent(percent(slice.value, total))],
        })),
      },
    }
  }, [slices, filters, indicator, types, say, title])
  const build = useMemo(() => {
    if (!slices) return undefined
    const words = { label: title, unit: say('fleet.unit'), number: formatNumber, share: formatPercent }
    const open = (name: string) => {
      const slice = named.find((one) => one.name === name)
      if (slice) navigate(slice.href)
    }
    return (theme: Parameters<typeof pieOptions>[2]) => pieOptions(named satisfies NamedSlice[], words, theme, open)
  }, [slices, named, navigate, say, title])
  return <Chart title={title} height={pieHeight} build={build} data={data} error={error} />
}
