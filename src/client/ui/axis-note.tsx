import { useWord } from '#client/i18n.ts'
import type { RateAxis } from './rate-axis.ts'

/** `lying` = the bars are horizontal, and so is the axis. */
type Props = { axis: RateAxis; whole: boolean; onWhole: (whole: boolean) => void; lying?: boolean }

/**
 * A note that a percent axis does not start at zero, with a button that shows the whole axis and back. Its line keeps
 * its height in both cases.
 */
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
