import { language } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { useWizardFields } from './wizard-context.tsx'

/** The project's name. */
export function WizardNameField({ className }: { className?: string }) {
  const { form, set, leave, errorOf } = useWizardFields()
  return (
    <div data-field="name" className={className}>
      <TextField
        label={fieldLabel(language, 'name')}
        value={form.values.name}
        onChange={(value) => set('name', value)}
        onBlur={() => leave('name')}
        error={errorOf('name')}
        required
        autoComplete="off"
      />
    </div>
  )
}
