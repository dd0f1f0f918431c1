import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { PlaceRanking, PlaceRankings } from '#client/features/places/place-rankings.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { type PlaceSlice, rankingSize } from '#shared/rankings.ts'

const rankings = [
  {
    by: 'online_rate',
    word: 'places.rankClientOnline',
    colour: '--state-normal',
    percent: true,
    hrefOf: (id: number) => clientHref(id),
  },
  {
    by: 'offline_device_count',
    word: 'places.rankClientOffline',
    colour: '--state-offline',
    percent: false,
    hrefOf: (clientId: number) => rowsHref({ clientId, state: 'offline' }),
  },
] as const
const clientHref = (id: number): string => `/agent_detail/index?id=${id}`

/**
 * The devices by client, and two rankings of clients: a rate links to its client, a number of offline devices to these
 * devices.
 */
export function ClientRankings() {
  const say = useWord()
  const pie = trpc.charts.clientPie.useQuery({})
  return (
    <PlaceRankings title={say('places.clientPie')} hrefOf={clientHref} pie={pie} className="lg:grid-cols-3">
      {rankings.map((ranking) => (
        <ClientRanking key={ranking.by} {...ranking} slices={pie.data} />
      ))}
    </PlaceRankings>
  )
}

type Ranking = (typeof rankings)[number] & { slices: readonly PlaceSlice[] | undefined }
function ClientRanking({ by, word, hrefOf, slices, ...drawn }: Ranking) {
  const say = useWord()
  const [path, navigate] = useLocation()
  const bars = trpc.charts.clientRanking.useQuery({ by, size: rankingSize })
  const open = useCallback(
    (name: string) => {
      // Clients of two bases with the same name share a bar: link it to the table, which has all of them.
      const [slice, ...others] = (slices ?? []).filter((one) => one.name === name)
      const id = others.length === 0 ? slice?.id : undefined
      // No filter can list the devices without a client.
      if (id !== null) navigate(id === undefined ? `${path}?${new URLSearchParams({ name })}` : hrefOf(id))
    },
    [navigate, path, slices, hrefOf],
  )
  return <PlaceRanking {...drawn} title={say(word)} labelTitle={say('place.client')} bars={bars} onOpen={open} />
}
