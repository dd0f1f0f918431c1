import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { StateShape, stateColor } from '#client/ui/state-tag.tsx'
import { percent } from '#shared/charts.ts'
import { type DeviceCounts, deviceStates } from '#shared/devices.ts'

/**
 * The most characters that fit into a card at full size. If one number is longer, all get a smaller font instead of
 * being truncated, so that the numbers of the row have one size.
 */
const fitting = 4.4

const Figure = ({ text, longest }: { text: string; longest: number }) => (
  <p
    className="figures font-semibold"
    style={{
      fontSize: `calc(var(--wall-figure) * ${Math.min(1, fitting / longest)})`,
      lineHeight: 'calc(var(--wall-figure) * 1.2)',
    }}
  >
    {text}
  </p>
)

/** The nine cards, large enough to read from a distance. */
export function WallCards({ counts }: { counts: DeviceCounts | undefined }) {
  const say = useWord()
  const longest = formatNumber(counts?.total).length
  return (
    <section aria-label={say('wall.cards')} className="grid grid-cols-2 gap-(--wall-gap) sm:grid-cols-3 lg:grid-cols-9">
      {(['total', ...deviceStates] as const).map((name) => (
        <div
          key={name}
          className="relative overflow-hidden rounded-lg border border-line bg-surface p-(--wall-pad) max-sm:first:col-span-2"
          style={{ borderTop: `0.25rem solid ${name === 'total' ? 'var(--accent)' : stateColor(name)}` }}
        >
          <p className="flex items-center gap-[0.4em] text-(length:--wall-small) text-muted">
            {name !== 'total' && <StateShape state={name} className="size-[0.75em]!" />}
            <span className="truncate">{say(name === 'total' ? 'device.total' : `device.state.${name}`)}</span>
          </p>
          <Figure text={formatNumber(counts?.[name])} longest={longest} />
          <p className="figures text-(length:--wall-small) text-muted">
            {name === 'total'
              ? say('fleet.allStates')
              : formatPercent(counts ? percent(counts[name], counts.total) : null)}
          </p>
        </div>
      ))}
    </section>
  )
}
