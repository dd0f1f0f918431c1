import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { AccountList } from '#client/features/places/account-list.tsx'
import { idIn } from '#client/features/places/period.ts'
import { PlaceFact } from '#client/features/places/place-fact.tsx'
import { PlaceOverview } from '#client/features/places/place-overview.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/** One client: nine cards, its sub-accounts, its states and rates over time. */
export function ClientDetailScreen() {
  const say = useWord()
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
    </PlaceOverview>
  )
}
