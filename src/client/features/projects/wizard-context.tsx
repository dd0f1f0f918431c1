import { createContext, type ReactNode, useContext } from 'react'
import type { FieldName, ZeroName } from '#shared/selection/project-fields.ts'
import type { WizardForm } from './wizard-form.ts'

export type WizardFields = {
  form: WizardForm
  set: (field: FieldName, value: string) => void
  confirmZero: (field: ZeroName, confirmed: boolean) => void
  /** The field was left: from now on it shows its error. */
  leave: (field: FieldName) => void
  errorOf: (field: FieldName) => string | null
  warningsOf: (field: FieldName) => readonly string[]
}

const FieldsContext = createContext<WizardFields | null>(null)

export const WizardFieldsProvider = ({ fields, children }: { fields: WizardFields; children: ReactNode }) => (
  <FieldsContext value={fields}>{children}</FieldsContext>
)

/** The form that a field of the wizard belongs to. */
export function useWizardFields(): WizardFields {
  const fields = useContext(FieldsContext)
  if (!fields) throw new Error('useWizardFields is used outside the wizard')
  return fields
}
