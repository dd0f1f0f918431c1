import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { LiveButton } from '#client/features/live/live-button.tsx'
import { AccountList } from '#client/features/places/account-list.tsx'
import { EditButtons } from '#client/features/places/edit-buttons.tsx'
import { LocationFact } from '#client/features/places/location-fact.tsx'
import { idIn } from '#client/features/places/period.ts'
import { PlaceFact } from '#client/features/places/place-fact.tsx'
import { PlaceOverview } from '#client/features/places/place-overview.tsx'
import { StocktakeButton } from '#client/features/stocktakes/stocktake-button.tsx'
import { language, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { useDeleteSite } from './use-delete-site.ts'

const SiteDialog = lazyPart(async () => (await import('./site-dialog.tsx')).SiteDialog)

/** One site: the same overview as for a client, with the sub-accounts that have devices there. */
export function SiteDetailScreen() {
  const say = useWord()
  const mayEdit = useMay('agent')
  const mayCount = useMay('trace')
  const mayReport = useMay('base_screen')
  const [editing, setEditing] = useState(false)
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'siteId'), [search])
  const filter = useMemo(() => ({ siteId: id }), [id])
  const accounts = useMemo(() => ({ siteId: id ?? 0 }), [id])
  const place = trpc.sites.get.useQuery(
    { id: id ?? 0 },
    { enabled: id !== undefined, retry: false, meta: { silent: true } },
  )
  const site = place.data
  const [, navigate] = useLocation()
  const { ask: remove, dialog: deleting } = useDeleteSite(() => navigate('/site/index'))
  return (
    <PlaceOverview
      id={id}
      filter={filter}
      kind={say('place.site')}
      place={place}
      actions={
        site === undefined ? (
          mayCount || mayReport || mayEdit ? undefined : null
        ) : (
          <>
            {mayCount && <StocktakeButton site={site} />}
            {mayReport && <LiveButton site={site} />}
            {mayEdit && <EditButtons onEdit={() => setEditing(true)} onDelete={() => remove(site)} />}
          </>
        )
      }
      // On a phone the English buttons take two rows.
      waiting={language === 'en' ? 'h-22 w-full sm:h-8 sm:w-96' : 'h-10 w-full sm:h-8 sm:w-96'}
      picture={site?.pic ?? site?.smallPic ?? null}
      listPath="/site/index"
      facts={
        site && (
          <>
            <PlaceFact name={say('places.superior')} value={site.superCompany} />
            <LocationFact place={site} />
          </>
        )
      }
    >
      {id !== undefined && <AccountList filter={accounts} />}
      {editing && site && <SiteDialog site={site} onClose={() => setEditing(false)} />}
      {deleting}
    </PlaceOverview>
  )
}
