import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { basisText, fieldLabel } from '#shared/i18n/selection.ts'
import type { SelectionOutcome } from '#shared/selection/select.ts'
import { FieldLink, type OpenField } from './selection-panel-notes.tsx'
import { figure, shareText } from './selection-panel-numbers.ts'

const quietMilliseconds = 1_200

/** Return a text once it has stayed the same for a while, so that a screen reader does not speak at every key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Say = ReturnType<typeof useWord>
function summaryOf(say: Say, outcome: SelectionOutcome): string {
  if (!outcome.complete)
    return outcome.blocked.length > 0 ? say('panel.toCorrect', { count: outcome.blocked.length }) : say('panel.toFill')
  const { model, count, needKgH, margin } = outcome.selection
  const need = figure(needKgH)
  if (model === null) return say('panel.saidNoFit', { need })
  return margin === null
    ? say('panel.nothingToDry')
    : say('panel.saidOk', { count: count ?? 0, model, need, margin: shareText(margin) })
}

type Headline = { state: 'ok' | 'noFit' | 'open'; title: string; note: string; provided?: string; basis?: string }
function headlineOf(say: Say, outcome: SelectionOutcome): Headline {
  if (!outcome.complete) return { state: 'open', title: say('panel.noChoice'), note: summaryOf(say, outcome) }
  const { model, count, margin, needKgH } = outcome.selection
  const { choice } = outcome.details
  if (model === null || !choice)
    return { state: 'noFit', title: say('panel.noFit'), note: `${say('panel.need')} ${figure(needKgH)} kg/h` }
  return {
    state: 'ok',
    title: say('panel.choice', { count: count ?? 0, model }),
    note: margin === null ? say('panel.nothingToDry') : say('panel.margin', { margin: shareText(margin) }),
    provided: say('panel.gives', {
      capacity: figure(choice.count * choice.unitCapacityKgH),
      flow: figure(choice.airflowM3h),
    }),
    basis: say('panel.basis', { basis: basisText(language, outcome.selection) }),
  }
}

const styles = {
  ok: { Icon: CircleCheck, box: 'border-line', mark: 'text-success' },
  noFit: { Icon: CircleAlert, box: 'border-danger bg-danger-soft', mark: 'text-danger' },
  open: { Icon: CircleDashed, box: 'border-line', mark: 'text-muted' },
} as const

/**
 * The result in one line: the model and its number, that no model fits, or the next step. It has the same height in
 * every state.
 */
export function SelectionHeadline({ outcome, onOpen }: { outcome: SelectionOutcome; onOpen?: OpenField }) {
  const say = useWord()
  const said = useSettled(summaryOf(say, outcome))
  const { state, title, note, provided, basis } = headlineOf(say, outcome)
  const { Icon, box, mark } = styles[state]
  const next = outcome.complete ? undefined : (outcome.blocked[0]?.field ?? outcome.missing[0])
  return (
    <div className={classNames('grid min-h-34 content-start gap-1 rounded-md border p-3', box)}>
      <p className="text-xs text-muted">{say('panel.recommended')}</p>
      <p className="figures flex items-center gap-2 text-xl leading-7 font-semibold">
        <Icon aria-hidden className={classNames('size-5 shrink-0', mark)} />
        {title}
      </p>
      <p className="figures">
        {note}
        {provided !== undefined && <span className="block text-muted">{provided}</span>}
        {basis !== undefined && (
          <span className="block truncate text-xs text-muted" title={basis}>
            {basis}
          </span>
        )}
        {next !== undefined && (
          <span className="block">
            <FieldLink field={next} text={fieldLabel(language, next)} onOpen={onOpen} />
          </span>
        )}
      </p>
      <p role="status" aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}
