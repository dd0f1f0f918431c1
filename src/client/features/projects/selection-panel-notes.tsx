import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { fieldLabel, problemText, warningText } from '#shared/i18n/selection.ts'
import type { BlockProblem } from '#shared/selection/export-problems.ts'
import type { FieldName } from '#shared/selection/project-fields.ts'
import type { Warning } from '#shared/selection/warnings.ts'

/** Focus a field, also on another page. */
export type OpenField = (field: FieldName) => void

type FieldLinkProps = { field: FieldName; text: string; onOpen?: OpenField }

export function FieldLink({ field, text, onOpen }: FieldLinkProps) {
  return (
    <a
      href={`#field-${field}`}
      className="text-accent underline underline-offset-2"
      onClick={(event) => {
        if (!onOpen) return
        event.preventDefault()
        onOpen(field)
      }}
    >
      {text}
    </a>
  )
}

type GapsProps = { missing: readonly FieldName[]; blocked: readonly BlockProblem[]; onOpen?: OpenField }

/** What prevents the calculation: values out of range first, then empty fields. */
export function SelectionGaps({ missing, blocked, onOpen }: GapsProps) {
  const say = useWord()
  const id = useId()
  return (
    <>
      {blocked.length > 0 && (
        <section aria-labelledby={`${id}-blocked`}>
          <h3 id={`${id}-blocked`} className="mb-1 font-semibold text-danger">
            {say('panel.blocked')}
          </h3>
          <ul className="grid gap-1">
            {blocked.map((problem) => (
              <li key={`${problem.field}${problem.problem}`}>
                <FieldLink field={problem.field} text={problemText(language, problem)} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {missing.length > 0 && (
        <section aria-labelledby={`${id}-missing`}>
          <h3 id={`${id}-missing`} className="mb-1 font-semibold">
            {say('panel.missing')}
          </h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {missing.map((field) => (
              <li key={field}>
                <FieldLink field={field} text={fieldLabel(language, field)} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Unusual inputs and the assumptions of the calculation; each links to its field. */
export function SelectionWarnings({ warnings, onOpen }: { warnings: readonly Warning[]; onOpen?: OpenField }) {
  const say = useWord()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-semibold">
        {say('panel.warnings')}
      </h3>
      {warnings.length === 0 && <p className="text-muted">{say('panel.noWarnings')}</p>}
      <ul className="grid gap-1.5">
        {warnings.map((warning) => (
          <li key={`${warning.code}${warning.field ?? ''}${warning.values?.door ?? ''}`} className="flex gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <span>
              {warning.field && (
                <>
                  <FieldLink field={warning.field} text={fieldLabel(language, warning.field)} onOpen={onOpen} />
                  {': '}
                </>
              )}
              {warningText(language, warning)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
