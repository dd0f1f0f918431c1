import { useQuery } from '@tanstack/react-query'
import { useMachineTypes } from '#client/features/devices/use-machine-types.ts'
import { trpc } from '#client/trpc.ts'
import { type LoadError, loadErrorOf } from '#client/ui/status.tsx'
import type { Bars } from '#shared/rankings.ts'

type TypeBars = { bars: Record<string, Bars> | undefined; error: LoadError | undefined }

/** The number of machines of each type by province; undefined until all types are loaded. */
export function useTypeBars(): TypeBars {
  const names = useMachineTypes().map(({ name }) => name)
  const { client } = trpc.useUtils()
  const barsOf = async (type: string): Promise<[string, Bars]> => [
    type,
    await client.charts.bar.query({ by: 'province', type }),
  ]
  const query = useQuery<Record<string, Bars>, Error>({
    // The key has the same prefix as the key of a single chart, so that invalidating the charts also reloads this
    // query.
    queryKey: [['charts', 'bar'], { input: { by: 'province', types: names }, type: 'query' }],
    queryFn: async () => Object.fromEntries(await Promise.all(names.map(barsOf))),
  })
  return {
    bars: query.data,
    error: loadErrorOf(query),
  }
}
