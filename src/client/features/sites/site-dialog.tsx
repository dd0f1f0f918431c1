import { useMemo, useState } from 'react'
import { changedOnly, useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { type DraftProblems, type PlaceDraft, PlaceForm } from '#client/features/places/place-form.tsx'
import { usePlaceLabels } from '#client/features/places/place-labels.ts'
import { PlaceRefusal } from '#client/features/places/place-refusal.tsx'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { say, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { defaultSeats, domainProblem, nameProblem } from '#shared/place-forms.ts'
import type { SiteDetail } from '#shared/places.ts'

const dropdown = 100

function problemsOf(draft: PlaceDraft, isNew: boolean): DraftProblems {
  const domain = domainProblem(draft.domain)
  return {
    ...(nameProblem(draft.name) ? { name: say('places.siteName.missing') } : {}),
    ...(domain ? { domain: say(domain === 'siteDomain' ? 'places.domain.missing' : 'places.domain.form') } : {}),
    ...(/^\d{1,5}$/.test(draft.totalNumber.trim()) ? {} : { totalNumber: say('places.seatsWrong') }),
    // A site stays where it was made, so nobody's company is taken for what was not chosen.
    ...(isNew && draft.above === null ? { above: say('ui.choose') } : {}),
  }
}

/** Adds a site, or changes one; `site` = the one that is changed. */
export function SiteDialog({ site, onClose }: { site: SiteDetail | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdown }, { enabled: site === null })
  const [opened] = useState(site)
  const { row, onError, conflict } = useEditedRow(opened, () => utils.sites.get.fetch({ id: site?.id ?? 0 }, { staleTime: 0 }), {
    name: { label: say('places.siteName') },
    domain: { label: say('places.domain') },
    totalNumber: { label: say('places.seats') },
    accounts: { label: say('places.accountsOfSite'), text: ({ accounts }) => `${accounts.length} (${accounts.map((id) => `#${id}`).join(' ')})` },
    ...usePlaceLabels(),
  })
  const save = trpc.sites.save.useMutation({ meta: { silent: true } })
  const update = trpc.sites.update.useMutation({ meta: { silent: true }, onError })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: site === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.sites.invalidate(), utils.accounts.invalidate(), utils.charts.invalidate(), utils.auth.companies.invalidate()]),
  })
  const first = useMemo(
    (): PlaceDraft => ({
      name: opened?.name ?? '',
      domain: opened?.domain ?? '',
      province: opened?.province ?? '',
      city: opened?.city ?? '',
      region: opened?.region ?? '',
      totalNumber: String(opened?.totalNumber ?? defaultSeats),
      above: null,
      pic: opened?.pic ?? null,
      smallPic: opened?.smallPic ?? null,
      accounts: opened?.accounts ?? [],
    }),
    [opened],
  )
  const keep = (draft: PlaceDraft) =>
    submit(() =>
      row
        ? update.mutateAsync({ ...changedOnly(fieldsOf(draft), fieldsOf(first)), id: row.id, rowVersion: row.rowVersion })
        : save.mutateAsync({ ...fieldsOf(draft), superCompanyId: draft.above ?? undefined }),
    )
  return (
    <PlaceForm
      title={site ? say('places.editOf', { name: site.name }) : say('places.addSite')}
      nameLabel={say('places.siteName')}
      first={first}
      fields={{
        domain: true,
        accountsOf: site?.id ?? 0,
        totalNumber: { help: site?.remainNumber === null || !site ? undefined : say('places.seatsLeft', { count: site.remainNumber }) },
      }}
      above={site ? null : { label: say('places.superior'), options: (companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })) }}
      problemsOf={(draft) => problemsOf(draft, site === null)}
      busy={busy}
      refusal={<PlaceRefusal error={error} conflict={conflict} />}
      onClose={onClose}
      onSave={keep}
    />
  )
}

const fieldsOf = ({ name, domain, province, city, region, totalNumber, pic, smallPic, accounts }: PlaceDraft) => ({
  name,
  domain,
  province,
  city,
  region,
  totalNumber: Number(totalNumber),
  picId: pic?.id ?? null,
  smallPicId: smallPic?.id ?? null,
  accounts,
})
