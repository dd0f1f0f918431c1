import { useMemo } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { firstMachineTypes, type HashRules, hashRulesOf, type MachineType } from '#shared/machine-types.ts'

const freshMilliseconds = 300_000

/** Return all machine types in order, including retired ones; until they are loaded, those of a new database. */
export function useMachineTypes(): readonly MachineType[] {
  return (
    trpc.machineTypes.find.useQuery({}, { staleTime: freshMilliseconds, meta: { silent: true } }).data?.data ??
    firstMachineTypes
  )
}

/** Return the targets and k in force. */
export function useHashRules(): HashRules {
  const types = useMachineTypes()
  return useMemo(() => hashRulesOf(types), [types])
}

/** Return the types as options: `notRetired` = only those that a machine may get, and its current one. */
export function useTypeChoices({
  notRetired = false,
  own = null,
}: {
  notRetired?: boolean
  own?: string | null
} = {}): { value: string; label: string }[] {
  const say = useWord()
  const types = useMachineTypes()
  return types
    .filter(({ name, retired }) => !retired || !notRetired || name === own)
    .map(({ name, retired }) => ({ value: name, label: retired ? say('device.typeRetired', { type: name }) : name }))
}
