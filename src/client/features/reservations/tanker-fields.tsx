import { TextField } from '#client/ui/field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.tsx'

/** A tanker with its driver, as typed. */
export type TankerDraft = {
  tankerNumber: string
  licenseNumber: string
  checkedOrg: string
  contactName: string
  phone: string
}
type Stored = { [Field in keyof TankerDraft]: string | null }

export const tankerDraftOf = (stored: Stored | null): TankerDraft => ({
  tankerNumber: stored?.tankerNumber ?? '',
  licenseNumber: stored?.licenseNumber ?? '',
  checkedOrg: stored?.checkedOrg ?? '',
  contactName: stored?.contactName ?? '',
  phone: stored?.phone ?? '',
})

/** The five fields that reservations and registrations share. */
export const TankerFields = ({ text }: Pick<RecordForm<TankerDraft>, 'text'>) => (
  <>
    <TextField {...text('tankerNumber')} data-autofocus />
    <TextField {...text('licenseNumber')} />
    <TextField {...text('checkedOrg')} />
    <TextField {...text('contactName')} />
    <TextField {...text('phone')} inputMode="tel" />
  </>
)
