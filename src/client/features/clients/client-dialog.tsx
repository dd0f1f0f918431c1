import { useMemo, useState } from 'react'
import { type DraftProblems, type PlaceDraft, PlaceForm } from '#client/features/places/place-form.tsx'
import { PlaceRefusal } from '#client/features/places/place-refusal.tsx'
import { say, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { nameProblem } from '#shared/place-forms.ts'
import type { ClientDetail } from '#shared/places.ts'

const dropdown = 100

/** Adds a client, or changes one; `client` = the one that is changed. */
export function ClientDialog({ client, onClose }: { client: ClientDetail | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdown }, { enabled: client === null })
  const [rowVersion, setRowVersion] = useState(client?.rowVersion)
  const done = {
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say(client ? 'ui.updated' : 'ui.created'))
      onClose()
      await Promise.all([utils.clients.invalidate(), utils.charts.invalidate()])
    },
  }
  const save = trpc.clients.save.useMutation(done)
  const update = trpc.clients.update.useMutation(done)
  const first = useMemo(
    (): PlaceDraft => ({
      name: client?.name ?? '',
      domain: '',
      province: client?.province ?? '',
      city: client?.city ?? '',
      region: client?.region ?? '',
      totalNumber: '',
      above: null,
      pic: client?.pic ?? null,
      smallPic: client?.smallPic ?? null,
      accounts: [],
    }),
    [client],
  )
  const problems = useMemo(() => (client ? problemsOf(false) : problemsOf(true)), [client])
  const keep = ({ name, province, city, region, above, pic, smallPic }: PlaceDraft) => {
    const fields = { name, province, city, region, picId: pic?.id ?? null, smallPicId: smallPic?.id ?? null }
    if (client) update.mutate({ ...fields, id: client.id, rowVersion })
    else save.mutate({ ...fields, companyId: above ?? undefined })
  }
  return (
    <PlaceForm
      title={client ? say('places.editOf', { name: client.name }) : say('places.addClient')}
      nameLabel={say('places.clientName')}
      first={first}
      fields={{}}
      above={
        client
          ? null
          : {
              label: say('places.base'),
              options: (companies.data?.data ?? []).filter(({ kind }) => kind === 'base').map(({ id, name }) => ({ value: id, label: name })),
            }
      }
      problemsOf={problems}
      busy={save.isPending || update.isPending}
      refusal={
        <PlaceRefusal
          error={save.error ?? update.error}
          onReload={async () => {
            if (!client) return
            const newest = await utils.clients.get.fetch({ id: client.id }, { staleTime: 0 })
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

const problemsOf =
  (isNew: boolean) =>
  (draft: PlaceDraft): DraftProblems => ({
    ...(nameProblem(draft.name) ? { name: say('places.clientName.missing') } : {}),
    ...(isNew && draft.above === null ? { above: say('ui.choose') } : {}),
  })
