import { mutation, procedure, query, router } from '#server/trpc.ts'
import {
  MaterialListRequest,
  type MaterialRow,
  MaterialSave,
  MaterialUpdate,
  NamedListRequest,
  type NamedRow,
  NamedSave,
  NamedUpdate,
  type PartRow,
  PartsRequest,
} from '#shared/goods.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { changeMaterial, createMaterial, deleteMaterial, findMaterials } from './materials.ts'
import { createNamed, deleteNamed, findNamed, type NamedFeature, renameNamed } from './named.ts'
import { findParts } from './parts.ts'

/** Create the calls to list, add, rename and delete names of a table that all tenants share. */
const namedRouter = <Name extends NamedFeature>(feature: Name) =>
  router({
    find: procedure(`${feature}.find`)
      .input(NamedListRequest)
      .query(({ ctx, input }): Promise<Page<NamedRow>> => findNamed(ctx.readDb, feature, input)),
    save: procedure(`${feature}.save`)
      .input(NamedSave)
      .mutation(({ ctx, input }): Promise<NamedRow> => createNamed(ctx, feature, input.name)),
    update: procedure(`${feature}.update`)
      .input(NamedUpdate)
      .mutation(({ ctx, input }): Promise<NamedRow> => renameNamed(ctx, feature, input)),
    delete: procedure(`${feature}.delete`)
      .input(ById)
      .mutation(({ ctx, input }): Promise<{ id: number }> => deleteNamed(ctx, feature, input.id)),
  })

/** Large goods categories (C089). */
export const materialTypesRouter = namedRouter('materialTypes')
/** Scales, and small goods categories (C085, C104). */
export const modelsRouter = namedRouter('models')
/** Tags of comments (C122–C125). Comments keep the name of a deleted tag. */
export const tagTypesRouter = namedRouter('tagTypes')

/** Goods (C086), shared by all tenants. */
export const materialsRouter = router({
  find: query(
    'materials.find',
    MaterialListRequest,
    (ctx, input): Promise<Page<MaterialRow>> => findMaterials(ctx.readDb, input),
  ),
  save: mutation('materials.save', MaterialSave, createMaterial),
  update: mutation('materials.update', MaterialUpdate, changeMaterial),
  delete: mutation('materials.delete', ById, (ctx, input): Promise<{ id: number }> => deleteMaterial(ctx, input.id)),
})

export const partsRouter = router({
  // Return the parts that are fitted in a machine (C105).
  byMachine: query(
    'parts.byMachine',
    PartsRequest,
    async (ctx, input): Promise<PartRow[]> =>
      findParts(ctx.readDb, await ctx.services.places.narrow(ctx.scope, {}), input.machineId),
  ),
})
