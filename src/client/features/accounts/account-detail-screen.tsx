import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { EditButtons } from '#client/features/places/edit-buttons.tsx'
import { idIn } from '#client/features/places/period.ts'
import { PlaceFact } from '#client/features/places/place-fact.tsx'
import { PlaceOverview } from '#client/features/places/place-overview.tsx'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AccountDevices } from './account-devices.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

const AccountDialog = lazyPart(async () => (await import('./account-dialog.tsx')).AccountDialog)

/** A sub-account: the client overview by accountId, with its devices instead of sub-accounts. */
export function AccountDetailScreen() {
  const say = useWord()
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'accountId'), [search])
  const filter = useMemo(() => ({ accountId: id }), [id])
  const place = trpc.accounts.get.useQuery(
    { id: id ?? 0 },
    { enabled: id !== undefined, retry: false, meta: { silent: true } },
  )
  const account = place.data
  const mayEdit = useMay('agent')
  const [editing, setEditing] = useState(false)
  const [, navigate] = useLocation()
  const isKnown = account !== undefined || place.error !== null || id === undefined
  const listPath = account ? `/agent_detail/index?id=${account.clientId}` : '/client/index'
  const { ask: remove, dialog: deleting } = useDeleteAccount(() => navigate(listPath))
  return (
    <PlaceOverview
      id={id}
      filter={filter}
      kind={say('place.account')}
      place={place}
      actions={
        mayEdit ? account && <EditButtons onEdit={() => setEditing(true)} onDelete={() => remove(account)} /> : null
      }
      waiting="h-10 w-40 sm:h-8"
      listPath={isKnown ? listPath : null}
      facts={
        account && (
          <>
            <PlaceFact
              name={say('place.client')}
              value={account.client}
              href={`/agent_detail/index?id=${account.clientId}`}
            />
            <PlaceFact name={say('place.site')} value={account.site} href={`/site_detail/index?id=${account.siteId}`} />
          </>
        )
      }
    >
      {id !== undefined && <AccountDevices accountId={id} />}
      {deleting}
      {editing && account && <AccountDialog account={account} onClose={() => setEditing(false)} />}
    </PlaceOverview>
  )
}
