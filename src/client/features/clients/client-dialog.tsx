import { useMemo } from 'react'
import { type PlaceDraft, PlaceForm, requestOf, sharedDraftOf } from '#client/features/places/place-form.tsx'
import { usePlaceFields } from '#client/features/places/use-place-fields.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { EditedFields } from '#client/ui/form/edit-conflict.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { clientForm } from '#shared/place-forms.ts'
import type { ClientDetail } from '#shared/places.ts'

const dropdown = 100
/** The fields of a site that a client does not have. */
const nothing = { domain: '', totalNumber: '', accounts: [] }
const fieldsOf = ({ domain: _domain, totalNumber: _seats, accounts: _accounts, ...draft }: Partial<PlaceDraft>) =>
  requestOf(draft)

/** Add or change a client; `client` = the client to change. */
export function ClientDialog({ client, onClose }: { client: ClientDetail | null; onClose: () => void }) {
  const utils = trpc.useUtils()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdown }, { enabled: client === null })
  const fields: EditedFields<ClientDetail> = usePlaceFields()
  const save = trpc.clients.save.useMutation({ meta: { silent: true } })
  const update = trpc.clients.update.useMutation({ meta: { silent: true } })
  const values: PlaceDraft = { ...sharedDraftOf(client), ...nothing, above: null }
  const form = useRecordForm({
    words: 'places',
    schema: useMemo(() => clientForm(client === null), [client]),
    values,
    row: client,
    edited: { read: () => utils.clients.get.fetch({ id: client?.id ?? 0 }, { staleTime: 0 }), fields },
    send: ({ values: draft, changed, row }) =>
      row
        ? update.mutateAsync({ ...fieldsOf(changed), id: row.id, rowVersion: row.rowVersion })
        : save.mutateAsync({ ...fieldsOf(draft), name: draft.name, companyId: draft.above ?? undefined }),
    refresh: () => Promise.all([utils.clients.invalidate(), utils.charts.invalidate()]),
    onSaved: onClose,
  })
  const bases = (companies.data?.data ?? [])
    .filter(({ kind }) => kind === 'base')
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <PlaceForm
      form={form}
      title={client ? say('places.editOf', { name: client.name }) : say('places.addClient')}
      nameLabel={say('places.clientName')}
      above={client ? null : { label: say('places.base'), options: bases }}
      onClose={onClose}
    />
  )
}
