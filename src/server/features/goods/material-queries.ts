import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import { containing, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { MaterialListRequest, MaterialRow, MaterialSave, MaterialUpdate } from '#shared/goods.ts'
import type { Page } from '#shared/paging.ts'

type Db = Kysely<Database> | Transaction<Database>

const materials = (db: Db) =>
  db
    .selectFrom('material')
    .innerJoin('material_type', 'material_type.id', 'material.material_type_id')
    .leftJoin('model', 'model.id', 'material.model_id')
    .select([
      'material.id',
      'material.name',
      'material.unit',
      'material.material_type_id as materialTypeId',
      'material_type.name as materialType',
      'material.model_id as modelId',
      'model.name as model',
      'material.row_version as rowVersion',
    ])

const narrowed = <Row>(query: SelectQueryBuilder<Database, 'material', Row>, { name, materialTypeId, modelId }: MaterialListRequest) => {
  let rows = query
  if (name) rows = rows.where('material.name', 'ilike', containing(name))
  if (materialTypeId !== undefined) rows = rows.where('material.material_type_id', '=', materialTypeId)
  if (modelId !== undefined) rows = rows.where('material.model_id', '=', modelId)
  return rows
}

/** One page of goods with the names of their categories, in the order in which they were made. */
export async function findMaterials(db: Db, request: MaterialListRequest): Promise<Page<MaterialRow>> {
  const { offset, limit } = windowOf(request)
  const { total } = await narrowed(db.selectFrom('material').select(sql<number>`count(*)::int`.as('total')), request).executeTakeFirstOrThrow()
  const page = narrowed(db.selectFrom('material').select('material.id'), request).orderBy('material.id').offset(offset).limit(limit)
  const data = await materials(db).where('material.id', 'in', page).orderBy('material.id').execute()
  return { data, totalCount: total }
}

/** @throws AppError NOT_FOUND */
async function getMaterial(db: Db, id: number): Promise<MaterialRow> {
  const row = await materials(db).where('material.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** @throws AppError NOT_FOUND for a category that is not there */
async function checkCategories(trx: Transaction<Database>, { materialTypeId, modelId }: MaterialSave): Promise<void> {
  const type = await trx.selectFrom('material_type').select('id').where('id', '=', materialTypeId).executeTakeFirst()
  const model = modelId === undefined || modelId === null ? true : await trx.selectFrom('model').select('id').where('id', '=', modelId).executeTakeFirst()
  if (!type || !model) throw new AppError('NOT_FOUND')
}

const columnsOf = ({ name, materialTypeId, modelId, unit }: MaterialSave) => ({
  name,
  material_type_id: materialTypeId,
  model_id: modelId ?? null,
  unit: unit || null,
})

/** @throws AppError NOT_FOUND for a category that is not there; the same goods twice become DUPLICATE */
export async function insertMaterial(trx: Transaction<Database>, material: MaterialSave, now: Date): Promise<MaterialRow> {
  await checkCategories(trx, material)
  const { id } = await trx
    .insertInto('material')
    .values({ ...columnsOf(material), create_time: now, update_time: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getMaterial(trx, id)
}

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS when the row is no longer as `rowVersion` says */
export async function updateMaterial(trx: Transaction<Database>, { id, rowVersion, ...sent }: MaterialUpdate, now: Date): Promise<MaterialRow> {
  const found = await trx
    .selectFrom('material')
    .select(['name', 'material_type_id', 'model_id', 'unit', 'row_version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  if (rowVersion !== undefined && found.row_version !== rowVersion) throw new AppError('EDITED_BY_OTHERS')
  const { name = found.name, materialTypeId = found.material_type_id, modelId = found.model_id, unit = found.unit } = sent
  const material = { name, materialTypeId, modelId, unit }
  await checkCategories(trx, material)
  await trx
    .updateTable('material')
    .set({ ...columnsOf(material), row_version: found.row_version + 1, update_time: now })
    .where('id', '=', id)
    .execute()
  return getMaterial(trx, id)
}

/** @throws AppError IN_USE while somebody has them or had them (the ledger names them), NOT_FOUND */
export async function deleteMaterial(trx: Transaction<Database>, id: number): Promise<{ id: number }> {
  for (const table of ['company_material', 'company_material_order_item', 'stock_movement'] as const) {
    const used = await trx.selectFrom(table).select('material_id').where('material_id', '=', id).limit(1).executeTakeFirst()
    if (used) throw new AppError('IN_USE')
  }
  const deleted = await trx.deleteFrom('material').where('id', '=', id).returning('id').executeTakeFirst()
  if (!deleted) throw new AppError('NOT_FOUND')
  return deleted
}
