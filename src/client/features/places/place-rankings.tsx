import type { ReactNode } from 'react'
import { NoDevicesCard } from '#client/features/devices/no-devices.tsx'
import { useSession } from '#client/session-context.tsx'
import { loadErrorOf } from '#client/ui/status.tsx'
import type { Bars, PlaceSlice } from '#shared/rankings.ts'
import { isOwnerRole, roleOfLabel } from '#shared/roles.ts'
import { PlacePie } from './place-pie.tsx'
import { RankingChart } from './ranking-chart.tsx'

type Query<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }

type PieProps = {
  title: string
  hrefOf: (id: number) => string
  pie: Query<PlaceSlice[]>
  className: string
  children: ReactNode
}

/**
 * A pie of places with rankings beside it. Owners of machines do not see the rankings, because they contain figures of
 * competitors.
 */
export function PlaceRankings({ title, hrefOf, pie, className, children }: PieProps) {
  const role = roleOfLabel(useSession().nickName)
  if (pie.data?.length === 0 && !pie.error) return <NoDevicesCard />
  const ranked = !isOwnerRole(role)
  return (
    <div className={ranked ? `grid grid-cols-1 gap-4 ${className}` : 'grid grid-cols-1 gap-4'}>
      <PlacePie title={title} slices={pie.data} hrefOf={hrefOf} error={loadErrorOf(pie)} />
      {ranked && children}
    </div>
  )
}

type RankingProps = {
  title: string
  colour: string
  percent: boolean
  labelTitle: string
  bars: Query<Bars>
  onOpen: (label: string) => void
}

/** One ranking; a click on a bar opens its rows. */
export const PlaceRanking = ({ bars, ...drawn }: RankingProps) => (
  <RankingChart {...drawn} bars={bars.data} error={loadErrorOf(bars)} />
)
