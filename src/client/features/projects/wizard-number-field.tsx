import { Pencil } from 'lucide-react'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { parseNumber } from '#shared/selection/project.ts'
import {
  exportFields,
  type NumberField,
  type NumberName,
  numberFields,
  type ZeroName,
} from '#shared/selection/project-fields.ts'
import { changedByHand } from './wizard-climate.ts'
import { useWizardFields } from './wizard-context.tsx'
import { FieldHelp, hiddenUnderHeading, meaningOf, rangeOf } from './wizard-field-help.tsx'
import { isZeroName } from './wizard-form.ts'
import { unitText } from './wizard-unit.ts'

const longestNumber = 32
export const isRequired = (name: string): boolean => exportFields.some((field) => field === name)

type Props = { name: NumberName; hint?: string | null; inRow?: boolean }

/**
 * A number field. It keeps the text as typed and shows errors and warnings below. `inRow` = in a row under column
 * headings.
 */
export function WizardNumberField({ name, hint = null, inRow = false }: Props) {
  const { form, set, leave, errorOf, warningsOf } = useWizardFields()
  const { unit, whole }: NumberField = numberFields[name]
  const cityValue = changedByHand(form, name)
  return (
    <div data-field={name}>
      <TextField
        label={fieldLabel(language, name)}
        value={form.values[name]}
        onChange={(value) => set(name, value)}
        onBlur={() => leave(name)}
        labelClassName={inRow ? hiddenUnderHeading : undefined}
        unit={<span className={inRow ? hiddenUnderHeading : undefined}>{unitText(unit)}</span>}
        error={errorOf(name)}
        required={isRequired(name)}
        inputMode={whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={longestNumber}
        help={<FieldHelp parts={[rangeOf(name), meaningOf(name), hint]} inRow={inRow} warnings={warningsOf(name)} />}
      />
      {cityValue !== null && <RestoreCityValue name={name} value={cityValue} unit={unitText(unit)} />}
      {isZeroName(name) && parseNumber(form.values[name]) === 0 && <ConfirmZero name={name} />}
    </div>
  )
}

/** Number fields one after the other. */
export const WizardNumberFields = ({ names }: { names: readonly NumberName[] }) =>
  names.map((name) => <WizardNumberField key={name} name={name} />)

/** The value of the city, which the person has replaced, with a button that restores it. */
function RestoreCityValue({ name, value, unit }: { name: NumberName; value: number; unit: string }) {
  const say = useWord()
  const { set } = useWizardFields()
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-1 text-xs text-muted">
      <Pencil aria-hidden className="size-3 shrink-0" />
      <span>{say('wizardField.changedByHand', { value: `${formatNumber(value)} ${unit}`.trim() })}</span>
      <button
        type="button"
        className="min-h-6 rounded-sm px-1 text-accent underline underline-offset-2"
        aria-label={say('wizardField.restoreValueOf', { field: fieldLabel(language, name) })}
        onClick={() => set(name, String(value))}
      >
        {say('wizardField.restoreValue')}
      </button>
    </p>
  )
}

/** A zero must be confirmed, because it may be a missing value. */
function ConfirmZero({ name }: { name: ZeroName }) {
  const say = useWord()
  const { form, confirmZero } = useWizardFields()
  return (
    <label className="mt-1 flex min-h-6 items-center gap-2 text-xs">
      <input
        type="checkbox"
        className="size-4 accent-(--accent-fill)"
        checked={form.zeroConfirmed.includes(name)}
        onChange={(event) => confirmZero(name, event.target.checked)}
      />
      <span>
        {say('wizardField.confirmZero')} <span className="sr-only">{fieldLabel(language, name)}</span>{' '}
        <span className="text-muted">{say('wizardField.zeroHelp')}</span>
      </span>
    </label>
  )
}
