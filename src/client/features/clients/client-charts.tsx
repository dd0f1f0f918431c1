import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { PlacePie } from '#client/features/places/place-pie.tsx'
import { RankingChart } from '#client/features/places/ranking-chart.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { roleOfLabel } from '#shared/permissions.ts'
import { rankingSize } from '#shared/rankings.ts'

const rankings = [
  { by: 'online_rate', word: 'places.rankClientOnline', colour: '--state-normal', percent: true },
  { by: 'offline_device_count', word: 'places.rankClientOffline', colour: '--state-offline', percent: false },
] as const
const clientHref = (id: number): string => `/agent_detail/index?id=${id}`

/** Whose the devices are, and two rankings of clients, which are not for the clients themselves. A bar finds its client in the table. */
export function ClientCharts() {
  const say = useWord()
  const role = roleOfLabel(useSession().nickName)
  const pie = trpc.charts.clientPie.useQuery({})
  const ranked = role !== 'client' && role !== 'account'
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <PlacePie
        title={say('places.clientPie')}
        slices={pie.data}
        hrefOf={clientHref}
        error={pie.error ? { message: messageOf(pie.error), retry: () => void pie.refetch() } : undefined}
      />
      {ranked && rankings.map((ranking) => <ClientRanking key={ranking.by} {...ranking} />)}
    </div>
  )
}

function ClientRanking({ by, word, colour, percent }: (typeof rankings)[number]) {
  const say = useWord()
  const [path, navigate] = useLocation()
  const bars = trpc.charts.clientRanking.useQuery({ by, size: rankingSize })
  const open = useCallback((name: string) => navigate(`${path}?${new URLSearchParams({ name })}`), [navigate, path])
  return (
    <RankingChart
      title={say(word)}
      bars={bars.data}
      colour={colour}
      percent={percent}
      labelTitle={say('place.client')}
      error={bars.error ? { message: messageOf(bars.error), retry: () => void bars.refetch() } : undefined}
      onOpen={open}
    />
  )
}
