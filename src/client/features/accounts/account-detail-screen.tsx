import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { idIn } from '#client/features/places/period.ts'
import { PlaceFact } from '#client/features/places/place-fact.tsx'
import { PlaceOverview } from '#client/features/places/place-overview.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AccountDevices } from './account-devices.tsx'

/** One sub-account: the client overview by accountId, with its devices in place of sub-accounts. */
export function AccountDetailScreen() {
  const say = useWord()
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'accountId'), [search])
  const filter = useMemo(() => ({ accountId: id }), [id])
  const place = trpc.accounts.get.useQuery({ id: id ?? 0 }, { enabled: id !== undefined, retry: false })
  const account = place.data
  return (
    <PlaceOverview
      id={id}
      filter={filter}
      kind={say('place.account')}
      place={place}
      listPath={account ? `/agent_detail/index?id=${account.clientId}` : '/client/index'}
      facts={
        account && (
          <>
            <PlaceFact name={say('place.client')} value={account.client} href={`/agent_detail/index?id=${account.clientId}`} />
            <PlaceFact name={say('place.site')} value={account.site} href={`/site_detail/index?id=${account.siteId}`} />
          </>
        )
      }
    >
      {id !== undefined && <AccountDevices accountId={id} />}
    </PlaceOverview>
  )
}
