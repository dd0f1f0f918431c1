import { trpc } from '#client/trpc.ts'
import { defaultHashRules, type HashRules } from '#shared/transitions.ts'

const freshMilliseconds = 300_000

/** Targets and k in force; until they are known, the defaults. */
export function useHashRules(): HashRules {
  return trpc.devices.hashRules.useQuery(undefined, { staleTime: freshMilliseconds, meta: { silent: true } }).data ?? defaultHashRules
}
