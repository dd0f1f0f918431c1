import { useMemo } from 'react'
import { type PlaceDraft, PlaceForm, requestOf, sharedDraftOf } from '#client/features/places/place-form.tsx'
import { usePlaceFields } from '#client/features/places/use-place-fields.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { defaultSeats, siteForm } from '#shared/place-forms.ts'
import type { SiteDetail } from '#shared/places.ts'

const dropdown = 100
const fieldsOf = ({ totalNumber, ...draft }: Partial<PlaceDraft>) => ({
  ...requestOf(draft),
  ...(totalNumber === undefined ? {} : { totalNumber: Number(totalNumber) }),
})

/** The form of a site and the calls that save it. */
function useSiteForm(site: SiteDetail | null, onSaved: () => void) {
  const utils = trpc.useUtils()
  const fields = usePlaceFields()
  const save = trpc.sites.save.useMutation({ meta: { silent: true } })
  const update = trpc.sites.update.useMutation({ meta: { silent: true } })
  const values: PlaceDraft = {
    ...sharedDraftOf(site),
    domain: site?.domain ?? '',
    totalNumber: String(site?.totalNumber ?? defaultSeats),
    above: null,
    accounts: site?.accounts ?? [],
  }
  return useRecordForm({
    words: 'places',
    schema: useMemo(() => siteForm(site === null), [site]),
    values,
    row: site,
    edited: {
      read: () => utils.sites.get.fetch({ id: site?.id ?? 0 }, { staleTime: 0 }),
      fields: {
        ...fields,
        ...{ domain: true, totalNumber: true },
        accounts: ({ accounts }) => `${accounts.length} (${accounts.map((id) => `#${id}`).join(' ')})`,
      },
    },
    send: ({ values: draft, changed, row }) =>
      row
        ? update.mutateAsync({ ...fieldsOf(changed), id: row.id, rowVersion: row.rowVersion })
        : save.mutateAsync({
            ...fieldsOf(draft),
            name: draft.name,
            domain: draft.domain,
            superCompanyId: draft.above ?? undefined,
          }),
    refresh: () =>
      Promise.all([
        utils.sites.invalidate(),
        utils.accounts.invalidate(),
        utils.charts.invalidate(),
        utils.auth.companies.invalidate(),
      ]),
    onSaved,
  })
}

/** Add or change a site; `site` = the site to change. */
export function SiteDialog({ site, onClose }: { site: SiteDetail | null; onClose: () => void }) {
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdown }, { enabled: site === null })
  const form = useSiteForm(site, onClose)
  return (
    <PlaceForm
      form={form}
      title={site ? say('places.editOf', { name: site.name }) : say('places.addSite')}
      nameLabel={say('places.siteName')}
      site={{
        accountsOf: site?.id ?? 0,
        seatsHelp:
          site?.remainNumber === null || !site ? undefined : say('places.seatsLeft', { count: site.remainNumber }),
      }}
      above={
        site
          ? null
          : {
              label: say('places.superior'),
              options: (companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            }
      }
      onClose={onClose}
    />
  )
}
