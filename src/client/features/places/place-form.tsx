import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Picture } from '#shared/attachments.ts'
import { AccountPicker } from './account-picker.tsx'
import { PictureField } from './picture-field.tsx'

/** What both forms hold, as it is typed. */
export type PlaceDraft = {
  name: string
  domain: string
  province: string
  city: string
  region: string
  totalNumber: string
  above: number | null
  pic: Picture | null
  smallPic: Picture | null
  accounts: number[]
}
export type DraftProblems = Partial<Record<keyof PlaceDraft, string>>
/** `accountsOf` = the site of which sub-accounts are chosen, 0 for a new one. */
type Fields = { domain?: true; totalNumber?: { help: string | undefined }; accountsOf?: number }

type Props = {
  title: string
  nameLabel: string
  first: PlaceDraft
  fields: Fields
  /** Below which company it shall stand; null = that cannot be chosen any more. */
  above: { label: string; options: { value: number; label: string }[] } | null
  problemsOf: (draft: PlaceDraft) => DraftProblems
  busy: boolean
  /** Why it was not saved, above the fields; the form stays as it was typed. */
  refusal: ReactNode
  onClose: () => void
  onSave: (draft: PlaceDraft) => void
}

/** The dialog of a site or a client: errors under the field on blur, all of them on submit, focus on the first. */
export function PlaceForm({ title, nameLabel, first, fields, above, problemsOf, busy, refusal, onClose, onSave }: Props) {
  const say = useWord()
  const id = useId()
  const [draft, setDraft] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<keyof PlaceDraft>>(new Set())
  const provinces = trpc.charts.provinceNames.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  const cities = trpc.cities.names.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  const problems = problemsOf(draft)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const names = Object.keys(problems) as (keyof PlaceDraft)[]
    setLeft(new Set(names))
    if (names[0] !== undefined) event.currentTarget.querySelector<HTMLElement>(`[name=${names[0]}]`)?.focus()
    else if (!busy) onSave(draft)
  }
  const text = (name: 'name' | 'domain' | 'city' | 'region' | 'totalNumber') => ({
    name,
    value: draft[name],
    maxLength: 64,
    autoComplete: 'off',
    error: left.has(name) ? (problems[name] ?? null) : null,
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    onBlur: () => setLeft(new Set([...left, name])),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        {refusal}
        <TextField {...text('name')} label={nameLabel} required data-autofocus />
        {fields.domain && <TextField {...text('domain')} label={say('places.domain')} required />}
        {above && (
          <Select
            label={above.label}
            value={draft.above}
            options={above.options}
            onChange={(value) => setDraft({ ...draft, above: value })}
            required
            error={left.has('above') ? (problems.above ?? null) : null}
          />
        )}
        <Select
          label={say('places.province')}
          value={draft.province || null}
          emptyLabel={say('place.noProvince')}
          options={(provinces.data ?? []).map(({ name, label }) => ({ value: name, label }))}
          onChange={(value) => setDraft({ ...draft, province: value ?? '' })}
        />
        <TextField {...text('city')} label={say('places.city')} list={`${id}-cities`} help={say('places.cityHelp')} />
        <datalist id={`${id}-cities`}>
          {(cities.data ?? []).map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
        <TextField {...text('region')} label={say('places.region')} />
        {fields.totalNumber && <TextField {...text('totalNumber')} label={say('places.seats')} inputMode="numeric" help={fields.totalNumber.help} />}
        <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <PictureField label={say('places.pic')} picture={draft.pic} onChange={(pic) => setDraft((before) => ({ ...before, pic }))} />
          <PictureField label={say('places.smallPic')} picture={draft.smallPic} onChange={(smallPic) => setDraft((before) => ({ ...before, smallPic }))} />
        </div>
        {fields.accountsOf !== undefined && (
          <AccountPicker siteId={fields.accountsOf} chosen={draft.accounts} onChange={(accounts) => setDraft((before) => ({ ...before, accounts }))} />
        )}
      </form>
    </Dialog>
  )
}
