import { language } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { fieldLabel } from '#shared/i18n/selection.ts'
import type { typedTexts } from '#shared/selection/project-fields.ts'
import { useWizardFields } from './wizard-context.tsx'

type Given = { name: Exclude<(typeof typedTexts)[number], 'city'>; required?: true; className?: string }

/** A text of the project, such as its name or its customer's name. */
export function WizardTextField({ name, required, className }: Given) {
  const { form, set, leave, errorOf } = useWizardFields()
  return (
    <div data-field={name} className={className}>
      <TextField
        label={fieldLabel(language, name)}
        value={form.values[name]}
        onChange={(value) => set(name, value)}
        onBlur={() => leave(name)}
        error={errorOf(name)}
        required={required}
        autoComplete="off"
      />
    </div>
  )
}
