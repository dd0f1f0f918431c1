import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'

/** A tanker with its driver, as it is typed. */
export type TankerDraft = { tankerNumber: string; licenseNumber: string; checkedOrg: string; contactName: string; phone: string }
export const tankerFields: readonly (keyof TankerDraft)[] = ['tankerNumber', 'licenseNumber', 'checkedOrg', 'contactName', 'phone']
type Stored = { [Field in keyof TankerDraft]: string | null }

export const tankerDraftOf = (stored: Stored | null): TankerDraft => ({
  tankerNumber: stored?.tankerNumber ?? '',
  licenseNumber: stored?.licenseNumber ?? '',
  checkedOrg: stored?.checkedOrg ?? '',
  contactName: stored?.contactName ?? '',
  phone: stored?.phone ?? '',
})

/** A phone has digits and the signs between them; a masked one is left as it was. */
export const phoneIsWrong = (phone: string): boolean => phone.trim() !== '' && !/^[\d*+ ()-]{3,24}$/.test(phone.trim())

type Props = {
  draft: TankerDraft
  onChange: (draft: TankerDraft) => void
  left: boolean
  /** What the server says about a field. */
  refused: (field: string) => string | null
}

/** The five fields that a reservation and a registration share. */
export function TankerFields({ draft, onChange, left, refused }: Props) {
  const say = useWord()
  const text = (field: keyof TankerDraft, label: string, maxLength: number, wrong: string | null = null) => ({
    label,
    error: wrong ?? refused(field),
    maxLength,
    value: draft[field],
    onChange: (value: string) => onChange({ ...draft, [field]: value }),
    autoComplete: 'off',
  })
  return (
    <>
      <TextField
        {...text('tankerNumber', say('reservation.tankerNumber'), 32, left && draft.tankerNumber.trim() === '' ? say('reservation.tankerNumberMissing') : null)}
        required
        data-autofocus
      />
      <TextField {...text('licenseNumber', say('reservation.licenseNumber'), 32)} />
      <TextField {...text('checkedOrg', say('reservation.checkedOrg'), 64)} />
      <TextField {...text('contactName', say('reservation.contactName'), 64)} />
      <TextField {...text('phone', say('reservation.phone'), 24, left && phoneIsWrong(draft.phone) ? say('reservation.phoneWrong') : null)} inputMode="tel" />
    </>
  )
}
