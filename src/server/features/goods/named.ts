import { procedure, router } from '#server/trpc.ts'
import { NamedListRequest, type NamedRow, NamedSave, NamedUpdate } from '#shared/goods.ts'
import { ById, type Page } from '#shared/paging.ts'
import { changing } from './changing.ts'
import { deleteNamed, findNamed, insertNamed, type NamedTableName, updateNamed } from './named-queries.ts'

type Feature = 'materialTypes' | 'models' | 'tagTypes'
const tables = { materialTypes: 'material_type', models: 'model', tagTypes: 'tag_type' } as const satisfies Record<Feature, NamedTableName>

/** List, add, rename and delete of a table of names that all tenants share. */
function namedRouter<Name extends Feature>(feature: Name) {
  const table = tables[feature]
  return router({
    find: procedure(`${feature}.find`)
      .input(NamedListRequest)
      .query(({ ctx, input }): Promise<Page<NamedRow>> => findNamed(ctx.readDb, table, input)),
    save: procedure(`${feature}.save`)
      .input(NamedSave)
      .mutation(
        ({ ctx, input }): Promise<NamedRow> => changing(ctx, `${feature}.save`, table, (trx) => insertNamed(trx, table, input.name, ctx.clock()), input),
      ),
    update: procedure(`${feature}.update`)
      .input(NamedUpdate)
      .mutation(
        ({ ctx, input }): Promise<NamedRow> =>
          changing(ctx, `${feature}.update`, table, (trx) => updateNamed(trx, table, input, ctx.clock()), { name: input.name }),
      ),
    delete: procedure(`${feature}.delete`)
      .input(ById)
      .mutation(({ ctx, input }): Promise<{ id: number }> => changing(ctx, `${feature}.delete`, table, (trx) => deleteNamed(trx, table, input.id))),
  })
}

/** Large goods categories (C089). */
export const materialTypesRouter = namedRouter('materialTypes')
/** Scales, and small goods categories (C085, C104). */
export const modelsRouter = namedRouter('models')
/** Tags of comments (C122–C125); comments keep the name of a tag that is deleted. */
export const tagTypesRouter = namedRouter('tagTypes')
