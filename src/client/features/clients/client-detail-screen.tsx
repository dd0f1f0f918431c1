import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { AccountList } from '#client/features/places/account-list.tsx'
import { EditButton } from '#client/features/places/edit-button.tsx'
import { idIn } from '#client/features/places/period.ts'
import { PlaceFact } from '#client/features/places/place-fact.tsx'
import { PlaceOverview } from '#client/features/places/place-overview.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { ClientDialog } from './client-dialog.tsx'

/** One client: nine cards, its sub-accounts, its states and rates over time. */
export function ClientDetailScreen() {
  const say = useWord()
  const mayEdit = useMay('agent')
  const [editing, setEditing] = useState(false)
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'clientId'), [search])
  const filter = useMemo(() => ({ clientId: id }), [id])
  const accounts = useMemo(() => ({ clientId: id ?? 0 }), [id])
  const place = trpc.clients.get.useQuery({ id: id ?? 0 }, { enabled: id !== undefined, retry: false })
  const client = place.data
  return (
    <PlaceOverview
      id={id}
      filter={filter}
      kind={say('place.client')}
      place={place}
      actions={mayEdit && client && <EditButton onClick={() => setEditing(true)} />}
      listPath="/client/index"
      facts={
        client && (
          <>
            <PlaceFact name={say('places.base')} value={client.company} />
            <PlaceFact name={say('places.province')} value={[client.province, client.city, client.region].filter(Boolean).join(' ')} />
          </>
        )
      }
    >
      {id !== undefined && <AccountList filter={accounts} />}
      {editing && client && <ClientDialog client={client} onClose={() => setEditing(false)} />}
    </PlaceOverview>
  )
}
