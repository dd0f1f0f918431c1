import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { PlaceRanking, PlaceRankings } from '#client/features/places/place-rankings.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { rankingSize } from '#shared/rankings.ts'

const rankings = [
  { by: 'online_rate', word: 'places.rankClientOnline', colour: '--state-normal', percent: true },
  { by: 'offline_device_count', word: 'places.rankClientOffline', colour: '--state-offline', percent: false },
] as const
const clientHref = (id: number): string => `/agent_detail/index?id=${id}`

/** Whose the devices are, and two rankings of clients. A bar finds its client in the table. */
export function ClientCharts() {
  const say = useWord()
  const pie = trpc.charts.clientPie.useQuery({})
  return (
    <PlaceRankings title={say('places.clientPie')} hrefOf={clientHref} pie={pie} className="lg:grid-cols-3">
      {rankings.map((ranking) => (
        <ClientRanking key={ranking.by} {...ranking} />
      ))}
    </PlaceRankings>
  )
}

function ClientRanking({ by, word, ...drawn }: (typeof rankings)[number]) {
  const say = useWord()
  const [path, navigate] = useLocation()
  const bars = trpc.charts.clientRanking.useQuery({ by, size: rankingSize })
  const open = useCallback((name: string) => navigate(`${path}?${new URLSearchParams({ name })}`), [navigate, path])
  return <PlaceRanking {...drawn} title={say(word)} labelTitle={say('place.client')} bars={bars} onOpen={open} />
}
