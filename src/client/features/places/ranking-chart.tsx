import { useMemo, useState } from 'react'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { AxisNote } from '#client/ui/axis-note.tsx'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { rateAxis } from '#client/ui/rate-axis.ts'
import type { LoadError } from '#client/ui/status.tsx'
import type { Bars } from '#shared/rankings.ts'
import { barOptions } from './series-options.ts'

const height = 220
type Props = {
  title: string
  bars: Bars | undefined
  /** The CSS variable of the colour. */
  colour: string
  percent?: boolean
  /** What the labels are: provinces or clients. */
  labelTitle: string
  error?: LoadError
  onOpen: (label: string) => void
}

/**
 * A ranking, the highest value first; a click on a bar opens its rows. The axis of rates may start above 0, so that
 * their differences are visible.
 */
export function RankingChart({ title, bars, colour, percent = false, labelTitle, error, onOpen }: Props) {
  const say = useWord()
  const drawn = useMemo(() => {
    if (!bars) return undefined
    const shown = (value: number | undefined) =>
      percent ? formatPercent(value) : `${formatNumber(value)} ${say('places.devices')}`
    const texts = bars.counts.map((value, index) => `${bars.provinces[index] ?? ''} ${shown(value)}`)
    return {
      labels: bars.provinces,
      series: [
        {
          key: title,
          label: title,
          colour,
          data: bars.counts,
          texts,
          figures: bars.counts.map(percent ? formatPercent : formatNumber),
        },
      ],
      unit: percent ? '%' : say('places.devices'),
      open: (index: number) => onOpen(bars.provinces[index] ?? ''),
    }
  }, [bars, percent, say, title, colour, onOpen])
  const [whole, setWhole] = useState(false)
  const axis = useMemo(() => (percent ? rateAxis(bars?.counts ?? [], whole) : undefined), [bars, percent, whole])
  const build = useMemo(() => drawn && ((theme: ChartTheme) => barOptions(drawn, theme, axis)), [drawn, axis])
  const data = useMemo(
    () => ({
      columns: [labelTitle, title],
      rows: (bars?.provinces ?? []).map((label, index) => ({
        key: label,
        cells: [label, percent ? formatPercent(bars?.counts[index]) : (bars?.counts[index] ?? null)],
      })),
    }),
    [bars, labelTitle, title, percent],
  )
  return (
    <Chart
      title={title}
      height={height}
      build={build}
      data={data}
      error={error}
      note={axis && <AxisNote lying axis={axis} whole={whole} onWhole={setWhole} />}
    />
  )
}
