import { useMemo, useState } from 'react'
import { type DraftProblems, type PlaceDraft, PlaceForm } from '#client/features/places/place-form.tsx'
import { PlaceRefusal } from '#client/features/places/place-refusal.tsx'
import { say, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { defaultSeats, domainProblem, nameProblem } from '#shared/place-forms.ts'
import type { SiteDetail } from '#shared/places.ts'

const dropdown = 100

function problemsOf(draft: PlaceDraft): DraftProblems {
  const domain = domainProblem(draft.domain)
  return {
    ...(nameProblem(draft.name) ? { name: say('places.siteName.missing') } : {}),
    ...(domain ? { domain: say(domain === 'siteDomain' ? 'places.domain.missing' : 'places.domain.form') } : {}),
    ...(/^\d{1,5}$/.test(draft.totalNumber.trim()) ? {} : { totalNumber: say('places.seatsWrong') }),
  }
}

/** Adds a site, or changes one; `site` = the one that is changed. */
export function SiteDialog({ site, onClose }: { site: SiteDetail | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdown }, { enabled: site === null })
  const [rowVersion, setRowVersion] = useState(site?.rowVersion)
  const done = {
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say(site ? 'ui.updated' : 'ui.created'))
      onClose()
      await Promise.all([utils.sites.invalidate(), utils.accounts.invalidate(), utils.charts.invalidate(), utils.auth.companies.invalidate()])
    },
  }
  const save = trpc.sites.save.useMutation(done)
  const update = trpc.sites.update.useMutation(done)
  const first = useMemo(
    (): PlaceDraft => ({
      name: site?.name ?? '',
      domain: site?.domain ?? '',
      province: site?.province ?? '',
      city: site?.city ?? '',
      region: site?.region ?? '',
      totalNumber: String(site?.totalNumber ?? defaultSeats),
      above: null,
      pic: site?.pic ?? null,
      smallPic: site?.smallPic ?? null,
      accounts: site?.accounts ?? [],
    }),
    [site],
  )
  const keep = ({ above, totalNumber, pic, smallPic, ...draft }: PlaceDraft) => {
    const fields = { ...draft, totalNumber: Number(totalNumber), picId: pic?.id ?? null, smallPicId: smallPic?.id ?? null }
    if (site) update.mutate({ ...fields, id: site.id, rowVersion })
    else save.mutate({ ...fields, superCompanyId: above ?? undefined })
  }
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
      problemsOf={problemsOf}
      busy={save.isPending || update.isPending}
      refusal={
        <PlaceRefusal
          error={save.error ?? update.error}
          onReload={async () => {
            if (!site) return
            const newest = await utils.sites.get.fetch({ id: site.id }, { staleTime: 0 })
            setRowVersion(newest.rowVersion)
            update.reset()
          }}
        />
      }
      onClose={onClose}
      onSave={keep}
    />
  )
}
