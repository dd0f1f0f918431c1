import { CircleAlert, CircleCheck, ListTodo } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { fieldLabel, selectionWord } from '#shared/i18n/selection.ts'
import type { FieldName } from '#shared/selection/project-fields.ts'
import type { LiveSelection } from './use-selection.ts'

type Props = Pick<LiveSelection, 'missing' | 'errors'> & {
  /** Number of tries to save with missing values; 0 = none. */
  refusals: number
  onGo: (field: FieldName) => void
}

/**
 * Page 4: everything is complete, or links to the fields that are not. After a refused save it is shown as the
 * documented error.
 */
export function WizardCheck({ missing, errors, refusals, onGo }: Props) {
  const say = useWord()
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) first.current?.querySelector('button')?.focus()
  }, [refusals])
  if (missing.length === 0 && errors.size === 0)
    return (
      <p role="status" className="flex items-center gap-2 rounded-md border border-line bg-surface p-4 font-medium">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        {say('wizard.allFilled')}
      </p>
    )
  const refused = refusals > 0
  const Icon = refused ? CircleAlert : ListTodo
  return (
    <div
      ref={first}
      role={refused ? 'alert' : undefined}
      className={classNames(
        'flex gap-3 rounded-md border p-4',
        refused ? 'border-danger bg-danger-soft' : 'border-line bg-surface',
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', refused ? 'text-danger' : 'text-caution')} />
      <div className="grid min-w-0 gap-3">
        {missing.length > 0 && (
          <Links
            heading={refused ? selectionWord(language, 'check.heading') : say('wizard.stillNeeded')}
            entries={missing.map((field) => ({
              field,
              text: refused
                ? selectionWord(language, 'check.empty', { field: fieldLabel(language, field) })
                : fieldLabel(language, field),
            }))}
            onGo={onGo}
          />
        )}
        {errors.size > 0 && (
          <Links
            heading={
              missing.length === 0 && refused ? selectionWord(language, 'check.heading') : say('wizard.outOfRange')
            }
            entries={[...errors].map(([field, text]) => ({ field, text }))}
            onGo={onGo}
          />
        )}
      </div>
    </div>
  )
}

type LinksProps = {
  heading: string
  entries: readonly { field: FieldName; text: string }[]
  onGo: (field: FieldName) => void
}

const Links = ({ heading, entries, onGo }: LinksProps) => (
  <div>
    <p className="font-medium">{heading}</p>
    <ul className="mt-1 flex flex-wrap gap-x-4">
      {entries.map(({ field, text }) => (
        <li key={field}>
          <button
            type="button"
            className="min-h-7 rounded-sm text-start underline underline-offset-2 hover:text-accent"
            onClick={() => onGo(field)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  </div>
)
