import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { codeOf } from '#client/failures.ts'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { NoDevicesCard } from '#client/features/devices/no-devices.tsx'
import { StateCards } from '#client/features/devices/state-cards.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DetailHeader } from '#client/ui/detail-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { useSettled } from '#client/use-settled.ts'
import type { Picture } from '#shared/attachments.ts'
import type { PlaceFilter } from './place-filter.ts'
import { PlaceTrendCharts } from './place-trend-charts.tsx'

type Named = { data: { name: string } | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
type Props = {
  /** undefined = the address has no id. */
  id: number | undefined
  filter: PlaceFilter
  /** The kind of place, in words. */
  kind: string
  place: Named
  /** The path of the list of such places; null = the place, which tells it, is still loading. */
  listPath: string | null
  /** Lines under the name, for example its owner. */
  facts?: ReactNode
  /** Its sub-accounts, or its devices. */
  children: ReactNode
  /** Shown before the name, where it has one. */
  picture?: Picture | null
  /** Buttons beside the name; undefined = they load with the place and are as large as `waiting`. */
  actions?: ReactNode
  waiting?: string
  /** Shown inside another screen, so without a back button. */
  embedded?: boolean
}

/** One client, sub-account or site: nine cards, its sub-accounts or devices, and its states and rates over time. */
export function PlaceOverview({
  id,
  filter,
  kind,
  place,
  listPath,
  facts,
  picture,
  actions,
  waiting = 'h-10 w-full sm:h-8 sm:w-72',
  children,
  embedded = false,
}: Props) {
  const counts = trpc.charts.counts.useQuery(filter, {
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const lastDate = trpc.charts.lastDate.useQuery(undefined, { meta: { silent: true } })
  // The charts are rendered after the first paint, which they would delay.
  const date = useDeferredValue(lastDate.data, undefined)
  // The list above the charts.
  const settled = useSettled('accounts', 'devices')
  if (id === undefined || (place.error && (!place.data || codeOf(place.error) === 'NOT_FOUND')))
    return <NoPlace id={id} kind={kind} place={place} listPath={listPath} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <DetailHeader
        listPath={listPath}
        name={place.data?.name}
        picture={picture && <PlacePicture picture={picture} />}
        facts={
          <>
            <span>{kind}</span>
            {facts}
          </>
        }
        actions={actions === undefined && !place.data ? <Skeleton className={waiting} /> : actions}
        date={<AsOfLine of={filter.siteId === undefined ? 'owner' : { siteId: filter.siteId }} />}
        embedded={embedded}
      />
      <StateCards counts={counts.error ? null : counts.data} filters={filter} />
      {children}
      {date !== undefined && settled ? (
        <History filter={filter} date={date} none={counts.data?.total === 0} />
      ) : lastDate.error ? (
        <Card padded={false}>
          <QueryError query={lastDate} />
        </Card>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </div>
  )
}

const PlacePicture = ({ picture }: { picture: Picture }) => (
  <img src={picture.url} alt="" className="size-8 rounded-md border border-line bg-surface object-contain" />
)

/** Why there is no place: the address has no id, it was deleted, or loading failed. */
function NoPlace({ id, kind, place, listPath }: Pick<Props, 'id' | 'kind' | 'place' | 'listPath'>) {
  const say = useWord()
  const toList = listPath !== null && (
    <AppLink href={listPath} className={buttonStyle()}>
      {say('places.toList')}
    </AppLink>
  )
  return (
    <>
      <h1 className="sr-only">{kind}</h1>
      {id === undefined ? (
        <EmptyState title={say('places.notChosen')} action={toList} className="min-h-96" />
      ) : codeOf(place.error) === 'NOT_FOUND' ? (
        <EmptyState title={say('places.gone', { kind })} action={toList} className="min-h-96" />
      ) : (
        <QueryError query={place} className="min-h-96" />
      )}
    </>
  )
}

function History({ filter, date, none }: { filter: PlaceFilter; date: string | null; none: boolean }) {
  const say = useWord()
  return date === null ? (
    // Before the first feed the screen explains where devices come from instead of showing empty charts.
    none ? (
      <NoDevicesCard />
    ) : (
      <Card padded={false}>
        <EmptyState title={say('fleet.asOfNothing')} help={say('history.nothing')} />
      </Card>
    )
  ) : (
    <PlaceTrendCharts place={filter} newest={date} />
  )
}
