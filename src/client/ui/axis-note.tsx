import { useWord } from '#client/i18n.ts'
import type { RateAxis } from './rate-axis.ts'

/** `lying` = the bars lie, and so does the axis. */
type Props = { axis: RateAxis; whole: boolean; onWhole: (whole: boolean) => void; lying?: boolean }

/** Says that an axis of percent does not begin at zero, with the whole one a click away, and back. Its line is kept either way. */
export function AxisNote({ axis, whole, onWhole, lying = false }: Props) {
  const say = useWord()
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-x-2">
      {axis.cut && say(lying ? 'chart.cutLying' : 'chart.cut', { low: axis.low })}
      {(axis.cut || whole) && (
        <button
          type="button"
          aria-pressed={whole}
          className="min-h-6 text-accent underline-offset-2 hover:underline"
          onClick={() => onWhole(!whole)}
        >
          {say('chart.whole')}
        </button>
      )}
    </span>
  )
}
