import { z } from 'zod'
import { DeviceType } from './devices.ts'
import { clearable, closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** Values above these, in TH/s and W, are considered typing errors. */
const highestTarget = 1_000
const highestPower = 100_000

const machineTypeFields = {
  /** No type may have the word for "no filter" as its name. */
  name: DeviceType.refine((name) => name.toLowerCase() !== 'unlimited'),
  /** TH/s. */
  targetHashRate: z.coerce.number().positive().max(highestTarget),
  /** k: the fraction of the target from which a machine complies. Source: fleet.md, States */
  complianceShare: z.coerce.number().positive().max(1),
  /** Nominal W; null = not known. */
  powerW: clearable(z.coerce.number().int().min(1).max(highestPower)),
}
export const MachineTypeListRequest = closedRequest({})
export const MachineTypeSave = z.object(machineTypeFields)
export type MachineTypeSave = z.output<typeof MachineTypeSave>
const { name: _name, ...changeable } = machineTypeFields
/**
 * Missing fields keep their stored values; the name never changes, because machines, their days and files refer to
 * their type by it.
 */
export const MachineTypeUpdate = z.object({
  id: Id,
  rowVersion: RowVersion,
  ...z.object(changeable).partial().shape,
  retired: unlimited(z.boolean()),
})
export type MachineTypeUpdate = z.output<typeof MachineTypeUpdate>

/** A machine type in the memory of a process. */
export type MachineType = {
  id: number
  name: DeviceType
  /** TH/s. */
  targetHashRate: number
  complianceShare: number
  powerW: number | null
  /** New machines can no longer have this type. */
  retired: boolean
}
export type MachineTypeRow = MachineType & { updateTimeStr: string; rowVersion: number }

const usual = { complianceShare: 0.85, powerW: null, retired: false }
/** The types of a new database. */
export const firstMachineTypes: readonly MachineType[] = [
  { id: 1, name: 'T30', targetHashRate: 30, ...usual },
  { id: 2, name: 'T20', targetHashRate: 20, ...usual },
]

/** The limits for hash rates: targets in TH/s, and k, both by type. */
export type HashRules = { targets: Readonly<Record<DeviceType, number>>; share: Readonly<Record<DeviceType, number>> }
export const hashRulesOf = (types: readonly MachineType[]): HashRules => ({
  targets: Object.fromEntries(types.map(({ name, targetHashRate }) => [name, targetHashRate])),
  share: Object.fromEntries(types.map(({ name, complianceShare }) => [name, complianceShare])),
})

/** Find a type by its name, in any letter case. */
export const typeNamed = <Type extends Pick<MachineType, 'name'>>(
  types: readonly Type[],
  name: string,
): Type | undefined => {
  const key = name.toUpperCase()
  return types.find((type) => type.name.toUpperCase() === key)
}
