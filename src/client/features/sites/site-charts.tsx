import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { PlaceRanking, PlaceRankings } from '#client/features/places/place-rankings.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { rankingSize } from '#shared/rankings.ts'

const rankings = [
  { by: 'online_rate', word: 'places.rankOnline', colour: '--state-normal', percent: true, state: null },
  {
    by: 'repaired_device_count',
    word: 'places.rankRepaired',
    colour: '--state-repaired',
    percent: false,
    state: 'repaired',
  },
  {
    by: 'offline_device_count',
    word: 'places.rankOffline',
    colour: '--state-offline',
    percent: false,
    state: 'offline',
  },
] as const
const siteHref = (id: number): string => `/site_detail/index?id=${id}`

/**
 * The four documented charts. A click on a rate shows the sites of its province; a click on a number of devices opens
 * these devices.
 */
export function SiteCharts({ onProvince }: { onProvince: (province: string) => void }) {
  const say = useWord()
  const pie = trpc.charts.sitePie.useQuery({})
  return (
    <PlaceRankings title={say('places.sitePie')} hrefOf={siteHref} pie={pie} className="md:grid-cols-2 2xl:grid-cols-4">
      {rankings.map((ranking) => (
        <ProvinceRanking key={ranking.by} {...ranking} onProvince={onProvince} />
      ))}
    </PlaceRankings>
  )
}

type Ranking = (typeof rankings)[number] & { onProvince: (province: string) => void }
function ProvinceRanking({ by, word, state, onProvince, ...drawn }: Ranking) {
  const say = useWord()
  const [, navigate] = useLocation()
  const none = say('place.noProvince')
  const bars = trpc.charts.siteRanking.useQuery({ by, size: rankingSize })
  const open = useCallback(
    (province: string) => {
      if (province === none) return
      if (state === null) onProvince(province)
      else navigate(rowsHref({ province, state }))
    },
    [none, onProvince, state, navigate],
  )
  return <PlaceRanking {...drawn} title={say(word)} labelTitle={say('places.province')} bars={bars} onOpen={open} />
}
