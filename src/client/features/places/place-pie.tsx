import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { type NamedSlice, pieOptions } from '#client/features/devices/pie-options.ts'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import type { LoadError } from '#client/ui/status.tsx'
import { percent } from '#shared/charts.ts'
import type { PlaceSlice } from '#shared/rankings.ts'

const height = 220
/** More slices than this cannot be told apart; the others are combined into one. */
const mostSlices = 8
const others = 'others'

type Props = {
  title: string
  slices: PlaceSlice[] | undefined
  hrefOf: (id: number) => string
  error?: LoadError
}

/** Devices by place; a slice and its row in the table link to the place. */
export function PlacePie({ title, slices, hrefOf, error }: Props) {
  const say = useWord()
  const [, navigate] = useLocation()
  const { named, data } = useMemo(() => {
    const all = slices ?? []
    const total = all.reduce((sum, slice) => sum + slice.value, 0)
    const shown = all.length > mostSlices + 1 ? all.slice(0, mostSlices) : all
    const rest = all.slice(shown.length).reduce((sum, slice) => sum + slice.value, 0)
    const drawn = shown.map(
      (slice, index): NamedSlice => ({
        name: String(slice.id),
        label: slice.name,
        value: slice.value,
        colour: { index, count: shown.length },
      }),
    )
    const row = ({ id, name, value }: PlaceSlice) => ({
      key: String(id),
      href: id === null ? undefined : hrefOf(id),
      cells: [name, value, formatPercent(percent(value, total))],
    })
    return {
      named:
        rest > 0 ? [...drawn, { name: others, label: say('places.others'), value: rest, colour: '--control' }] : drawn,
      data: { columns: [title, say('fleet.count'), say('fleet.share')], rows: all.map(row) },
    }
  }, [slices, hrefOf, say, title])
  const build = useMemo(() => {
    if (!slices) return undefined
    const words = { label: title, unit: say('fleet.unit'), number: formatNumber, share: formatPercent }
    const open = (name: string) => {
      if (/^\d+$/.test(name)) navigate(hrefOf(Number(name)))
    }
    return (theme: ChartTheme) => pieOptions(named, words, theme, open)
  }, [slices, named, navigate, hrefOf, say, title])
  return <Chart title={title} height={height} build={build} data={data} error={error} />
}
