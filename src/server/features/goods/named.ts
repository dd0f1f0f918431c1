import { type Kysely, sql, type Transaction } from 'kysely'
import { findShortPage } from '#server/db/pages.ts'
import { changeRow, createRow, deleteRow, type Held, recordKind } from '#server/db/records.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { NamedListRequest, NamedRow, NamedUpdate } from '#shared/goods.ts'
import type { Page } from '#shared/paging.ts'

/** Tables of names that all tenants share, by feature. */
const records = {
  materialTypes: recordKind({ table: 'material_type', kind: 'material_type', columns: ['name'] }),
  models: recordKind({ table: 'model', kind: 'model', columns: ['name'] }),
  tagTypes: recordKind({ table: 'tag_type', kind: 'tag_type', columns: ['name'] }),
}
export type NamedFeature = keyof typeof records

const rowOf = ({ id, name, row_version }: Held<'model', 'name'>): NamedRow => ({ id, name, rowVersion: row_version })

/** Return one page of names, in the order of creation. */
export const findNamed = (
  db: Kysely<Database>,
  feature: NamedFeature,
  request: NamedListRequest,
): Promise<Page<NamedRow>> =>
  findShortPage(db, request, {
    from: sql`from ${sql.table(records[feature].table)} ${request.name ? sql`where name ilike ${containing(request.name)}` : sql``}`,
    columns: sql`id, name, row_version as "rowVersion"`,
    order: sql`order by id`,
  })

/**
 * Create a name.
 * @throws AppError DUPLICATE for a name that already exists
 */
export const createNamed = async (ctx: SignedInContext, feature: NamedFeature, name: string): Promise<NamedRow> =>
  rowOf(await createRow(ctx, records[feature], { action: `${feature}.save`, values: { name }, details: { name } }))

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export const renameNamed = async (
  ctx: SignedInContext,
  feature: NamedFeature,
  { name, ...named }: NamedUpdate,
): Promise<NamedRow> =>
  rowOf(
    await changeRow(ctx, records[feature], named, { action: `${feature}.update`, set: { name }, details: { name } }),
  )

/** The column of goods that refers to these tables. */
const usedBy = { material_type: 'material_type_id', model: 'model_id', tag_type: null } as const

/** @throws AppError IN_USE while goods refer to it */
async function refuseUsed(trx: Transaction<Database>, table: keyof typeof usedBy, id: number): Promise<void> {
  const column = usedBy[table]
  const used =
    column && (await trx.selectFrom('material').select('id').where(column, '=', id).limit(1).executeTakeFirst())
  if (used) throw new AppError('IN_USE')
}

/** @throws AppError NOT_FOUND, IN_USE while goods refer to it */
export const deleteNamed = (ctx: SignedInContext, feature: NamedFeature, id: number): Promise<{ id: number }> =>
  deleteRow(ctx, records[feature], id, {
    action: `${feature}.delete`,
    check: (_, trx) => refuseUsed(trx, records[feature].table, id),
    details: {},
  })
