import { useCallback } from 'react'
import { messageOf } from '#client/failures.ts'
import { PlacePie } from '#client/features/places/place-pie.tsx'
import { RankingChart } from '#client/features/places/ranking-chart.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { roleOfLabel } from '#shared/permissions.ts'
import { rankingSize } from '#shared/rankings.ts'

const rankings = [
  { by: 'online_rate', word: 'places.rankOnline', colour: '--state-normal', percent: true },
  { by: 'repaired_device_count', word: 'places.rankRepaired', colour: '--state-repaired', percent: false },
  { by: 'offline_device_count', word: 'places.rankOffline', colour: '--state-offline', percent: false },
] as const
const siteHref = (id: number): string => `/site_detail/index?id=${id}`

/** The documented four charts; rankings are not for the owners of machines. A bar shows the sites of its province. */
export function SiteCharts({ onProvince }: { onProvince: (province: string) => void }) {
  const say = useWord()
  const role = roleOfLabel(useSession().nickName)
  const pie = trpc.charts.sitePie.useQuery({})
  const ranked = role !== 'client' && role !== 'account'
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-4">
      <PlacePie
        title={say('places.sitePie')}
        slices={pie.data}
        hrefOf={siteHref}
        error={pie.error ? { message: messageOf(pie.error), retry: () => void pie.refetch() } : undefined}
      />
      {ranked && rankings.map((ranking) => <ProvinceRanking key={ranking.by} {...ranking} onProvince={onProvince} />)}
    </div>
  )
}

type Ranking = (typeof rankings)[number] & { onProvince: (province: string) => void }
function ProvinceRanking({ by, word, colour, percent, onProvince }: Ranking) {
  const say = useWord()
  const none = say('place.noProvince')
  const bars = trpc.charts.siteRanking.useQuery({ by, size: rankingSize })
  const open = useCallback((label: string) => label !== none && onProvince(label), [none, onProvince])
  return (
    <RankingChart
      title={say(word)}
      bars={bars.data}
      colour={colour}
      percent={percent}
      labelTitle={say('places.province')}
      error={bars.error ? { message: messageOf(bars.error), retry: () => void bars.refetch() } : undefined}
      onOpen={open}
    />
  )
}
