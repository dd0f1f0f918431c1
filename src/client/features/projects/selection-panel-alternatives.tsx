import { type ReactNode, useId } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { selectionWord } from '#shared/i18n/selection.ts'
import type { Alternative } from '#shared/selection/alternatives.ts'
import { unitsDayKwh } from '#shared/selection/running.ts'
import type { Duty } from '#shared/selection/sizing.ts'
import { FormulaMark } from './selection-panel-mark.tsx'
import { changeText, figure, shareText } from './selection-panel-numbers.ts'
import { type CompleteOutcome, stepsOfAlternative } from './selection-panel-view.ts'

const cell = 'px-1 pb-1.5 align-top'

type RowProps = {
  name: string
  /** Additional text for this choice. */
  note?: string | null
  mark?: ReactNode
  model: string
  need: number
  /** The need of the row that the others are compared with; null for that row itself. */
  present: number | null
  margin: number | null
  energy: number | null
}

/** Two lines: the name of the choice, and its results. */
function AlternativeRows({ name, note = null, mark, model, need, present, margin, energy }: RowProps) {
  const say = useWord()
  const change = present === null ? null : changeText(need, present)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className="border-t border-line px-1 pt-1 text-start font-normal">
          <span className="flex min-h-6 items-center justify-between gap-1">
            <span>
              {name}
              {note !== null && <span className="figures block text-xs text-muted">{note}</span>}
            </span>
            {mark}
          </span>
        </th>
      </tr>
      <tr className="text-end">
        <td className={`${cell} text-start font-medium`}>{model}</td>
        <td className={cell}>
          {figure(need)}
          {change !== null && (
            <span className="block text-xs text-muted">
              <span aria-hidden>{change}</span>
              <span className="sr-only">{say('panel.change', { change })}</span>
            </span>
          )}
        </td>
        <td className={cell}>{shareText(margin)}</td>
        <td className={cell}>{figure(energy)}</td>
      </tr>
    </tbody>
  )
}

function OneAlternative({ duty, alternative }: { duty: Duty; alternative: Alternative }) {
  const say = useWord()
  const name = selectionWord(language, `alternative.${alternative.kind}`)
  const { model, count, setPointGKg } = alternative
  const setPoint =
    setPointGKg === null
      ? null
      : say('panel.setPointOf', { humidity: figure(setPointGKg), relative: shareText(duty.coil.dryHumidity / 100) })
  return (
    <AlternativeRows
      name={name}
      note={alternative.kind === 'dryCoil' ? setPoint : null}
      mark={<FormulaMark name={name} steps={() => stepsOfAlternative(duty, alternative)} />}
      model={model === null ? say('panel.noFitting') : say('panel.choice', { count: count ?? 0, model })}
      need={alternative.needKgH}
      present={duty.needKgH}
      margin={alternative.margin}
      energy={alternative.energyKwhDay}
    />
  )
}

/** Other choices for the same need, and the effect of curtains and re-entry room: need, model, energy. */
export function AlternativesTable({ outcome }: { outcome: CompleteOutcome | null }) {
  const say = useWord()
  const id = useId()
  const selection = outcome?.selection
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-semibold">
        {say('panel.alternatives')}
      </h3>
      {!outcome || !selection ? (
        <p className="text-muted">{say('panel.noAlternatives')}</p>
      ) : (
        <table className="w-full">
          <thead>
            <tr className="text-xs text-muted">
              <th scope="col" className="px-1 text-start font-medium">
                {say('panel.model')}
              </th>
              {(['panel.needColumn', 'panel.marginColumn', 'panel.energyColumn'] as const).map((title) => (
                <th key={title} scope="col" className="px-1 text-end font-medium whitespace-nowrap">
                  {say(title)}
                </th>
              ))}
            </tr>
          </thead>
          <AlternativeRows
            name={say('panel.chosen')}
            model={
              selection.model === null
                ? say('panel.noFitting')
                : say('panel.choice', { count: selection.count ?? 0, model: selection.model })
            }
            need={selection.needKgH}
            present={null}
            margin={selection.margin}
            energy={unitsDayKwh(selection)}
          />
          {selection.alternatives.map((alternative) => (
            <OneAlternative key={alternative.kind} duty={outcome.details.duty} alternative={alternative} />
          ))}
        </table>
      )}
    </section>
  )
}
