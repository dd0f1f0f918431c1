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

/** Whose the devices are, and two rankings of clients: a rate leads to its client, a number of offline devices to these devices. */
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
      // Clients of two bases may share a name, and then a bar: the table has them all.
      const [slice, ...others] = (slices ?? []).filter((one) => one.name === name)
      const id = others.length === 0 ? slice?.id : undefined
      // Devices of no client have no filter that would list them.
      if (id !== null) navigate(id === undefined ? `${path}?${new URLSearchParams({ name })}` : hrefOf(id))
    },
    [navigate, path, slices, hrefOf],
  )
  return <PlaceRanking {...drawn} title={say(word)} labelTitle={say('place.client')} bars={bars} onOpen={open} />
}
