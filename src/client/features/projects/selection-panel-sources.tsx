import { useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { Figure, type StepsOf } from './selection-panel-figures.tsx'
import { shareText } from './selection-panel-numbers.ts'
import type { MoistureSource } from './selection-panel-view.ts'

const tint = (share: number): string => `color-mix(in oklab, var(--accent) ${share}%, var(--surface))`
const stripes = 'repeating-linear-gradient(135deg, var(--muted) 0 2px, var(--surface) 2px 5px)'
const dots = 'radial-gradient(var(--caution) 1.2px, transparent 1.5px) 0 0 / 4px 4px, var(--caution-soft)'
/** Parts of the bar differ by shade or pattern; each is listed with its value below. */
const fills: Record<MoistureSource['kind'], (door: number | null) => string> = {
  door: (door) => tint([100, 65, 35][(door ?? 1) - 1] ?? 35),
  leakage: () => 'var(--muted)',
  internal: () => dots,
  safety: () => stripes,
}

type MoistureBarProps = {
  sources: readonly MoistureSource[]
  governs: 'design' | 'peak' | null
  stepsOf: StepsOf | null
}

/** A bar of the moisture sources of the governing case, and the same as text and numbers. */
export function MoistureBar({ sources, governs, stepsOf }: MoistureBarProps) {
  const say = useWord()
  const id = useId()
  const total = sources.reduce((sum, { kgH }) => sum + Math.max(0, kgH ?? 0), 0)
  const nameOf = ({ kind, door }: MoistureSource) => say(`panel.source.${kind}`, { door: door ?? '' })
  const known = sources.filter(({ kgH }) => (kgH ?? 0) > 0)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-semibold">
        {governs ? say('panel.sourcesOf', { case: say(`panel.case.${governs}`) }) : say('panel.sources')}
      </h3>
      <div aria-hidden className="mb-2 flex h-4 gap-px overflow-hidden rounded-sm border border-line bg-sunken">
        {known.map((one) => (
          <span
            key={`${one.kind}${one.door}`}
            className="h-full min-w-0.5"
            style={{ background: fills[one.kind](one.door), flexGrow: one.kgH ?? 0, flexBasis: 0 }}
            title={nameOf(one)}
          />
        ))}
      </div>
      <ul className="grid">
        {sources.map((one) => (
          <li key={`${one.kind}${one.door}`} className="flex items-center gap-2">
            <span
              aria-hidden
              className="size-3 shrink-0 rounded-xs border border-line"
              style={{ background: fills[one.kind](one.door) }}
            />
            <span className="min-w-0 flex-1 text-muted">{nameOf(one)}</span>
            <span className="figures text-muted">
              {one.kgH === null || total === 0 ? '' : shareText(one.kgH / total)}
            </span>
            <span className="min-w-32 text-end">
              <Figure label={nameOf(one)} value={one.kgH} unit="kg/h" steps={one.steps} stepsOf={stepsOf} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
