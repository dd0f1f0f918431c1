import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#client/failures.ts'
import { useMachineTypes } from '#client/features/devices/use-machine-types.ts'
import { trpc } from '#client/trpc.ts'
import type { Bars } from '#shared/rankings.ts'

type TypeBars = { bars: Record<string, Bars> | undefined; error: { message: string; retry: () => void } | undefined }

/** How many machines of each type are in which province; all types, or none while one is on its way. */
export function useTypeBars(): TypeBars {
  const names = useMachineTypes().map(({ name }) => name)
  const { client } = trpc.useUtils()
  const barsOf = async (type: string): Promise<[string, Bars]> => [
    type,
    await client.charts.bar.query({ by: 'province', type }),
  ]
  const asked = useQuery<Record<string, Bars>, Error>({
    // Beside the single charts of bars, so that whatever reads those again reads this again.
    queryKey: [['charts', 'bar'], { input: { by: 'province', types: names }, type: 'query' }],
    queryFn: async () => Object.fromEntries(await Promise.all(names.map(barsOf))),
  })
  return {
    bars: asked.data,
    error: asked.error ? { message: messageOf(asked.error), retry: () => void asked.refetch() } : undefined,
  }
}
