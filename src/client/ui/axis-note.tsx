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
    <AxisLine
      text={axis.cut && say(lying ? 'chart.cutLying' : 'chart.cut', { low: axis.low })}
      button={(axis.cut || whole) && say('chart.whole')}
      whole={whole}
      onWhole={onWhole}
    />
  )
}

type LineProps = Pick<Props, 'whole' | 'onWhole'> & { text: string | false; button: string | false }

/** The line of a note on an axis: where it starts, and the button that shows the whole axis and back; false = none. */
export const AxisLine = ({ text, button, whole, onWhole }: LineProps) => (
  <span className="flex min-h-6 flex-wrap items-center gap-x-2">
    {text}
    {button && (
      <button
        type="button"
        aria-pressed={whole}
        className="min-h-6 text-accent underline-offset-2 hover:underline"
        onClick={() => onWhole(!whole)}
      >
        {button}
      </button>
    )}
  </span>
)
