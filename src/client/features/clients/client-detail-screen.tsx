import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { AccountList } from '#client/features/places/account-list.tsx'
import { EditButtons } from '#client/features/places/edit-buttons.tsx'
import { LocationFact } from '#client/features/places/location-fact.tsx'
import { idIn } from '#client/features/places/period.ts'
import { PlaceFact } from '#client/features/places/place-fact.tsx'
import { PlaceOverview } from '#client/features/places/place-overview.tsx'
import { language, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { mayExportDevices, roleOfLabel } from '#shared/roles.ts'
import { StatementButton } from './statement-button.tsx'
import { useDeleteClient } from './use-delete-client.ts'

const ClientDialog = lazyPart(async () => (await import('./client-dialog.tsx')).ClientDialog)

/** One client: nine cards, its sub-accounts, its states and rates over time. */
export function ClientDetailScreen() {
  const say = useWord()
  const mayEdit = useMay('agent')
  const mayExport = mayExportDevices(roleOfLabel(useSession().nickName))
  const [editing, setEditing] = useState(false)
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'clientId'), [search])
  const filter = useMemo(() => ({ clientId: id }), [id])
  const accounts = useMemo(() => ({ clientId: id ?? 0 }), [id])
  const place = trpc.clients.get.useQuery(
    { id: id ?? 0 },
    { enabled: id !== undefined, retry: false, meta: { silent: true } },
  )
  const client = place.data
  const [, navigate] = useLocation()
  const { ask: remove, dialog: deleting } = useDeleteClient(() => navigate('/client/index'))
  return (
    <PlaceOverview
      id={id}
      filter={filter}
      kind={say('place.client')}
      place={place}
      actions={
        client === undefined ? (
          mayExport || mayEdit ? undefined : null
        ) : (
          <>
            {mayExport && <StatementButton client={client} />}
            {mayEdit && <EditButtons onEdit={() => setEditing(true)} onDelete={() => remove(client)} />}
          </>
        )
      }
      // The English buttons need two rows on a phone.
      waiting={language === 'en' ? 'h-22 w-full sm:h-8 sm:w-72' : 'h-10 w-full sm:h-8 sm:w-72'}
      picture={client?.pic ?? client?.smallPic ?? null}
      listPath="/client/index"
      facts={
        client && (
          <>
            <PlaceFact name={say('places.base')} value={client.company} />
            <LocationFact place={client} />
          </>
        )
      }
    >
      {id !== undefined && <AccountList filter={accounts} />}
      {deleting}
      {editing && client && <ClientDialog client={client} onClose={() => setEditing(false)} />}
    </PlaceOverview>
  )
}
