import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findShortPage } from '#server/db/pages.ts'
import { changeRow, createRow, deleteRow, recordKind } from '#server/db/records.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database, Trx } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { MaterialListRequest, MaterialRow, MaterialSave, MaterialUpdate } from '#shared/goods.ts'
import type { Page } from '#shared/paging.ts'

const record = recordKind({
  table: 'material',
  kind: 'material',
  columns: ['name', 'material_type_id', 'model_id', 'unit'],
})

/**
 * Select goods with the names of their categories.
 * @param goods a table of goods, or a subquery of one
 */
const rowsOf = (goods: RawBuilder<unknown>) => sql<MaterialRow>`select material.id, material.name, material.unit,
    material.material_type_id as "materialTypeId", material_type.name as "materialType",
    material.model_id as "modelId", model.name as model, material.row_version as "rowVersion"
  from ${goods} material join material_type on material_type.id = material.material_type_id left join model on model.id = material.model_id
  order by material.id`

/** Return one page of goods, in the order of creation. */
export function findMaterials(db: Kysely<Database>, request: MaterialListRequest): Promise<Page<MaterialRow>> {
  const { name, materialTypeId, modelId } = request
  const conditions = [
    sql`true`,
    ...(name ? [sql`name ilike ${containing(name)}`] : []),
    ...(materialTypeId === undefined ? [] : [sql`material_type_id = ${materialTypeId}`]),
    ...(modelId === undefined ? [] : [sql`model_id = ${modelId}`]),
  ]
  return findShortPage(db, request, {
    from: sql`from material where ${sql.join(conditions, sql` and `)}`,
    order: sql`order by id`,
    show: rowsOf,
  })
}

async function readMaterial(db: Kysely<Database>, id: number): Promise<MaterialRow> {
  const { rows } = await rowsOf(sql`(select * from material where id = ${id})`).execute(db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** @throws AppError NOT_FOUND for a missing category */
async function columnsOf(trx: Trx, { name, materialTypeId, modelId, unit }: MaterialSave) {
  const type = await trx.selectFrom('material_type').select('id').where('id', '=', materialTypeId).executeTakeFirst()
  const model =
    modelId === undefined || modelId === null
      ? true
      : await trx.selectFrom('model').select('id').where('id', '=', modelId).executeTakeFirst()
  if (!type || !model) throw new AppError('NOT_FOUND')
  return { name, material_type_id: materialTypeId, model_id: modelId ?? null, unit: unit || null }
}

/**
 * Create goods.
 * @throws AppError NOT_FOUND for a missing category, DUPLICATE for goods that already exist
 */
export async function createMaterial(ctx: SignedInContext, sent: MaterialSave): Promise<MaterialRow> {
  const { id } = await createRow(ctx, record, {
    action: 'materials.save',
    values: (trx) => columnsOf(trx, sent),
    details: sent,
  })
  return readMaterial(ctx.db, id)
}

/**
 * Change goods. Fields that are not sent keep their values.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS
 */
export async function changeMaterial(ctx: SignedInContext, sent: MaterialUpdate): Promise<MaterialRow> {
  await changeRow(ctx, record, sent, {
    action: 'materials.update',
    set: (before, trx) => {
      const {
        name = before.name,
        materialTypeId = before.material_type_id,
        modelId = before.model_id,
        unit = before.unit,
      } = sent
      return columnsOf(trx, { name, materialTypeId, modelId, unit })
    },
    details: sent,
  })
  return readMaterial(ctx.db, sent.id)
}

/** @throws AppError IN_USE for goods in stock, in an order or in the stock ledger */
async function refuseUsed(trx: Trx, id: number): Promise<void> {
  for (const table of ['company_material', 'company_material_order_item', 'stock_movement'] as const) {
    const used = await trx
      .selectFrom(table)
      .select('material_id')
      .where('material_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw new AppError('IN_USE')
  }
}

/** @throws AppError NOT_FOUND, IN_USE */
export const deleteMaterial = (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deleteRow(ctx, record, id, { action: 'materials.delete', check: (_, trx) => refuseUsed(trx, id), details: {} })
