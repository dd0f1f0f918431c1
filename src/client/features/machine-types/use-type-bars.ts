import { messageOf } from '#client/failures.ts'
import { useMachineTypes } from '#client/features/devices/use-machine-types.ts'
import { trpc } from '#client/trpc.ts'
import type { Bars } from '#shared/rankings.ts'

type TypeBars = { bars: Record<string, Bars> | undefined; error: { message: string; retry: () => void } | undefined }

/** How many machines of each type are in which province; all types, or none while one is on its way. */
export function useTypeBars(): TypeBars {
  const types = useMachineTypes()
  return trpc.useQueries((asked) => types.map(({ name }) => asked.charts.bar({ by: 'province', type: name })), {
    combine: (answers): TypeBars => {
      const failed = answers.find(({ error }) => error)?.error
      const known = answers.flatMap(({ data }, index) => (data ? [[types[index]?.name ?? '', data] as const] : []))
      return {
        bars: known.length === answers.length ? Object.fromEntries(known) : undefined,
        error: failed ? { message: messageOf(failed), retry: () => void Promise.all(answers.map(({ refetch }) => refetch())) } : undefined,
      }
    },
  })
}
