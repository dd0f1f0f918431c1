import { mutation, procedure, router } from '#server/trpc.ts'
import {
  MachineTypeListRequest,
  type MachineTypeRow,
  MachineTypeSave,
  MachineTypeUpdate,
} from '#shared/machine-types.ts'
import type { Page } from '#shared/paging.ts'
import { changeMachineType, createMachineType, findMachineTypes } from './queries.ts'

/**
 * Machine types: the targets of hash rates, and the types that machines can have. A type can be retired, but not
 * deleted.
 */
export const machineTypesRouter = router({
  find: procedure('machineTypes.find')
    .input(MachineTypeListRequest)
    .query(({ ctx }): Promise<Page<MachineTypeRow>> => findMachineTypes(ctx)),
  save: mutation('machineTypes.save', MachineTypeSave, createMachineType),
  update: mutation('machineTypes.update', MachineTypeUpdate, changeMachineType),
})
