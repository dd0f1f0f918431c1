import { useId } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { Select } from '#client/ui/select.tsx'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import { type ChoiceName, choiceFields } from '#shared/selection/project-fields.ts'
import { useWizardFields } from './wizard-context.tsx'
import { FieldHelp, hiddenUnderHeading, meaningOf } from './wizard-field-help.tsx'
import { isRequired } from './wizard-number-field.tsx'

type DoorState = 'door1OpenState' | 'door2OpenState' | 'door3OpenState'

/** With hyphens that do not wrap, and without the noun of the field, so that each name fits on one line. */
const unbroken = (text: string): string => text.replace(/ storage$/, '').replaceAll('-', '\u2011')

/** A choice of two or three values, all visible. */
export function WizardChoiceField({ name, className }: { name: Exclude<ChoiceName, DoorState>; className?: string }) {
  const say = useWord()
  const id = useId()
  const { form, set, leave, errorOf } = useWizardFields()
  const error = errorOf(name)
  const meaning = meaningOf(name)
  return (
    <fieldset
      data-field={name}
      aria-describedby={`${id}-help`}
      aria-invalid={error ? true : undefined}
      className={className}
      onBlur={() => leave(name)}
    >
      <legend className="mb-1 font-medium">
        {fieldLabel(language, name)}
        {isRequired(name) && (
          <span className="text-danger" title={say('ui.required')}>
            <span aria-hidden> *</span>
          </span>
        )}
      </legend>
      <div className="flex rounded-md border border-control bg-surface">
        {choiceFields[name].codes.map((code) => (
          <label key={code} className={segment}>
            <input
              type="radio"
              className="sr-only"
              name={id}
              value={code}
              checked={form.values[name] === code}
              onChange={() => set(name, code)}
            />
            {unbroken(choiceLabel(language, code))}
          </label>
        ))}
      </div>
      <p id={`${id}-help`} className="mt-1 text-xs">
        {meaning && <span className="block text-muted">{meaning}</span>}
        {error && <span className="block text-danger">{error}</span>}
      </p>
    </fieldset>
  )
}

const segment =
  'grid min-h-7.5 flex-auto cursor-pointer place-items-center border-r border-control px-2 py-0.5 text-center leading-tight text-balance first:rounded-l-md last:rounded-r-md last:border-r-0 hover:bg-hover has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed'

/** The state of a door between uses; without a choice it is opened occasionally. */
export function WizardDoorStateField({ name }: { name: DoorState }) {
  const say = useWord()
  const { form, set, errorOf, warningsOf } = useWizardFields()
  return (
    <div data-field={name}>
      <Select
        label={fieldLabel(language, name)}
        labelClassName={hiddenUnderHeading}
        value={form.values[name] || null}
        emptyLabel={say('wizardField.noState')}
        options={choiceFields[name].codes.map((code) => ({ value: code, label: choiceLabel(language, code) }))}
        onChange={(code) => set(name, code ?? '')}
        error={errorOf(name)}
        help={<FieldHelp parts={[meaningOf(name)]} inRow warnings={warningsOf(name)} />}
      />
    </div>
  )
}
