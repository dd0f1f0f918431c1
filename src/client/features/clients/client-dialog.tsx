import { useMemo, useState } from 'react'
import { changedOnly, useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { type DraftProblems, type PlaceDraft, PlaceForm } from '#client/features/places/place-form.tsx'
import { usePlaceLabels } from '#client/features/places/place-labels.ts'
import { PlaceRefusal } from '#client/features/places/place-refusal.tsx'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { say, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { nameProblem } from '#shared/place-forms.ts'
import type { ClientDetail } from '#shared/places.ts'

const dropdown = 100

/** Adds a client, or changes one; `client` = the one that is changed. */
export function ClientDialog({ client, onClose }: { client: ClientDetail | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdown }, { enabled: client === null })
  const [opened] = useState(client)
  const { row, onError, conflict } = useEditedRow(opened, () => utils.clients.get.fetch({ id: client?.id ?? 0 }, { staleTime: 0 }), {
    name: { label: say('places.clientName') },
    ...usePlaceLabels(),
  })
  const save = trpc.clients.save.useMutation({ meta: { silent: true } })
  const update = trpc.clients.update.useMutation({ meta: { silent: true }, onError })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: client === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.clients.invalidate(), utils.charts.invalidate()]),
  })
  const first = useMemo(
    (): PlaceDraft => ({
      name: opened?.name ?? '',
      domain: '',
      province: opened?.province ?? '',
      city: opened?.city ?? '',
      region: opened?.region ?? '',
      totalNumber: '',
      above: null,
      pic: opened?.pic ?? null,
      smallPic: opened?.smallPic ?? null,
      accounts: [],
    }),
    [opened],
  )
  const problems = useMemo(() => (client ? problemsOf(false) : problemsOf(true)), [client])
  const keep = (draft: PlaceDraft) =>
    submit(() =>
      row
        ? update.mutateAsync({ ...changedOnly(fieldsOf(draft), fieldsOf(first)), id: row.id, rowVersion: row.rowVersion })
        : save.mutateAsync({ ...fieldsOf(draft), companyId: draft.above ?? undefined }),
    )
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
      busy={busy}
      refusal={<PlaceRefusal error={error} conflict={conflict} />}
      onClose={onClose}
      onSave={keep}
    />
  )
}

const fieldsOf = ({ name, province, city, region, pic, smallPic }: PlaceDraft) => ({
  name,
  province,
  city,
  region,
  picId: pic?.id ?? null,
  smallPicId: smallPic?.id ?? null,
})

const problemsOf =
  (isNew: boolean) =>
  (draft: PlaceDraft): DraftProblems => ({
    ...(nameProblem(draft.name) ? { name: say('places.clientName.missing') } : {}),
    ...(isNew && draft.above === null ? { above: say('ui.choose') } : {}),
  })
