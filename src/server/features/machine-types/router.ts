import { procedure, router } from '#server/trpc.ts'
import {
  MachineTypeListRequest,
  type MachineTypeRow,
  MachineTypeSave,
  MachineTypeUpdate,
} from '#shared/machine-types.ts'
import type { Page } from '#shared/paging.ts'
import { changeMachineType, createMachineType, findMachineTypes } from './queries.ts'

/** Machine types: what a hash rate is compared with, and what machines can be of. None is deleted; one is retired. */
export const machineTypesRouter = router({
  find: procedure('machineTypes.find')
    .input(MachineTypeListRequest)
    .query(({ ctx }): Promise<Page<MachineTypeRow>> => findMachineTypes(ctx)),
  save: procedure('machineTypes.save')
    .input(MachineTypeSave)
    .mutation(({ ctx, input }): Promise<MachineTypeRow> => createMachineType(ctx, input)),
  update: procedure('machineTypes.update')
    .input(MachineTypeUpdate)
    .mutation(({ ctx, input }): Promise<MachineTypeRow> => changeMachineType(ctx, input)),
})
