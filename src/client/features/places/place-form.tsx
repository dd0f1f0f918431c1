import { useId } from 'react'
import { say } from '#client/i18n.ts'
import { usePlaceNames } from '#client/place-names.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { PictureField } from '#client/ui/form/picture-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Picture } from '#shared/attachments.ts'
import type { ClientDetail, SiteDetail } from '#shared/places.ts'
import { AccountPicker } from './account-picker.tsx'

/** The fields that both forms share, as typed. */
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
type Shared = Pick<PlaceDraft, 'name' | 'province' | 'city' | 'region' | 'pic' | 'smallPic'>

export const sharedDraftOf = (place: SiteDetail | ClientDetail | null): Shared => ({
  name: place?.name ?? '',
  province: place?.province ?? '',
  city: place?.city ?? '',
  region: place?.region ?? '',
  pic: place?.pic ?? null,
  smallPic: place?.smallPic ?? null,
})

/** Return the request of a draft: pictures by their ids. */
export function requestOf<Draft extends Partial<PlaceDraft>>({ pic, smallPic, above: _, ...fields }: Draft) {
  return {
    ...fields,
    ...(pic === undefined ? {} : { picId: pic?.id ?? null }),
    ...(smallPic === undefined ? {} : { smallPicId: smallPic?.id ?? null }),
  }
}

type Props = {
  form: RecordForm<PlaceDraft>
  title: string
  nameLabel: string
  /** Only for a site. `accountsOf` = the site whose sub-accounts are chosen; 0 = a new site. */
  site?: { seatsHelp: string | undefined; accountsOf: number }
  /** The choice of the parent company; null = the parent can no longer be chosen. */
  above: { label: string; options: { value: number; label: string }[] } | null
  onClose: () => void
}

/** The dialog that adds or edits a site or a client. */
export function PlaceForm({ form, title, nameLabel, site, above, onClose }: Props) {
  const id = useId()
  const { text, choice, values } = form
  const { cityName } = usePlaceNames()
  const provinces = trpc.charts.provinceNames.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  const cities = trpc.cities.names.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <FormDialog form={form} title={title} size="md" wide onClose={onClose}>
      <TextField {...text('name')} label={nameLabel} data-autofocus />
      {site && <TextField {...text('domain')} />}
      {above && <Select {...choice('above')} {...above} required />}
      <Select
        {...choice('province')}
        value={values.province || null}
        emptyLabel={say('place.noProvince')}
        options={(provinces.data ?? []).map(({ name, label }) => ({ value: name, label }))}
        onChange={(province) => form.change({ province: province ?? '' })}
      />
      <TextField {...text('city')} list={`${id}-cities`} />
      <datalist id={`${id}-cities`}>
        {(cities.data ?? []).map((city) => (
          <option key={city} value={city} label={cityName(city) === city ? undefined : `${cityName(city)} ${city}`} />
        ))}
      </datalist>
      <TextField {...text('region')} />
      {site && <TextField {...text('totalNumber')} required={false} inputMode="numeric" help={site.seatsHelp} />}
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
        <PictureField label={say('places.pic')} picture={values.pic} onChange={(pic) => form.change({ pic })} />
        <PictureField
          label={say('places.smallPic')}
          picture={values.smallPic}
          onChange={(smallPic) => form.change({ smallPic })}
        />
      </div>
      {site && (
        <AccountPicker
          siteId={site.accountsOf}
          chosen={values.accounts}
          onChange={(accounts) => form.change({ accounts })}
        />
      )}
    </FormDialog>
  )
}
