import { z } from 'zod'
import { DeviceType } from './devices.ts'
import { clearable, closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** TH/s and W above which a figure is a slip of the keyboard. */
const highestTarget = 1_000
const highestPower = 100_000

const machineTypeFields = {
  /** The word that limits no list is the name of no type. */
  name: DeviceType.refine((name) => name.toLowerCase() !== 'unlimited'),
  /** TH/s. */
  targetHashRate: z.coerce.number().positive().max(highestTarget),
  /** k: the share of the target from which a machine complies. Source: fleet.md, States */
  complianceShare: z.coerce.number().positive().max(1),
  /** Nominal W; null = not known. */
  powerW: clearable(z.coerce.number().int().min(1).max(highestPower)),
}
export const MachineTypeListRequest = closedRequest({})
export const MachineTypeSave = z.object(machineTypeFields)
export type MachineTypeSave = z.output<typeof MachineTypeSave>
const { name: _name, ...changeable } = machineTypeFields
/** What is not sent stays; the name always does, because machines, their days and files name their type by it. */
export const MachineTypeUpdate = z.object({
  id: Id,
  rowVersion: RowVersion,
  ...z.object(changeable).partial().shape,
  retired: unlimited(z.boolean()),
})
export type MachineTypeUpdate = z.output<typeof MachineTypeUpdate>

/** What a process knows of a machine type. */
export type MachineType = {
  id: number
  name: DeviceType
  /** TH/s. */
  targetHashRate: number
  complianceShare: number
  powerW: number | null
  /** New machines cannot be of it any more. */
  retired: boolean
}
export type MachineTypeRow = MachineType & { updateTimeStr: string; rowVersion: number }

const usual = { complianceShare: 0.85, powerW: null, retired: false }
/** The types that a new database has. */
export const firstMachineTypes: readonly MachineType[] = [
  { id: 1, name: 'T30', targetHashRate: 30, ...usual },
  { id: 2, name: 'T20', targetHashRate: 20, ...usual },
]

/** What hash rates are compared with: targets in TH/s, and k, both by type. */
export type HashRules = { targets: Readonly<Record<DeviceType, number>>; share: Readonly<Record<DeviceType, number>> }
export const hashRulesOf = (types: readonly MachineType[]): HashRules => ({
  targets: Object.fromEntries(types.map(({ name, targetHashRate }) => [name, targetHashRate])),
  share: Object.fromEntries(types.map(({ name, complianceShare }) => [name, complianceShare])),
})

/** The type of a name, in any letter case. */
export const typeNamed = <Type extends Pick<MachineType, 'name'>>(
  types: readonly Type[],
  name: string,
): Type | undefined => {
  const key = name.toUpperCase()
  return types.find((type) => type.name.toUpperCase() === key)
}
