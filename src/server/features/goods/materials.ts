import { procedure, router } from '#server/trpc.ts'
import { MaterialListRequest, type MaterialRow, MaterialSave, MaterialUpdate } from '#shared/goods.ts'
import { ById, type Page } from '#shared/paging.ts'
import { changing } from './changing.ts'
import { deleteMaterial, findMaterials, insertMaterial, updateMaterial } from './material-queries.ts'

/** Goods (C086), shared by all tenants. */
export const materialsRouter = router({
  find: procedure('materials.find')
    .input(MaterialListRequest)
    .query(({ ctx, input }): Promise<Page<MaterialRow>> => findMaterials(ctx.readDb, input)),
  save: procedure('materials.save')
    .input(MaterialSave)
    .mutation(({ ctx, input }): Promise<MaterialRow> => changing(ctx, 'materials.save', 'material', (trx) => insertMaterial(trx, input, ctx.clock()), input)),
  update: procedure('materials.update')
    .input(MaterialUpdate)
    .mutation(({ ctx, input }): Promise<MaterialRow> => changing(ctx, 'materials.update', 'material', (trx) => updateMaterial(trx, input, ctx.clock()), input)),
  delete: procedure('materials.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => changing(ctx, 'materials.delete', 'material', (trx) => deleteMaterial(trx, input.id))),
})
