import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { NamedListRequest, NamedRow } from '#shared/goods.ts'
import type { Page } from '#shared/paging.ts'

export type NamedTableName = 'material_type' | 'model' | 'tag_type'
type Trx = Transaction<Database>

const columns = sql`id, name, row_version as "rowVersion"`

/** One page of names, in the order in which they were made. */
export async function findNamed(db: Kysely<Database>, table: NamedTableName, request: NamedListRequest): Promise<Page<NamedRow>> {
  const { offset, limit } = windowOf(request)
  const matching = request.name ? sql`where name ilike ${containing(request.name)}` : sql``
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)} ${matching}`.execute(db)
  const { rows } = await sql<NamedRow>`select ${columns} from ${sql.table(table)} ${matching} order by id limit ${limit} offset ${offset}`.execute(db)
  return { data: rows, totalCount: counted[0]?.total ?? 0 }
}

/** The one row of an answer. @throws AppError NOT_FOUND */
function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** @throws a unique violation, which becomes DUPLICATE, for a name that is there */
export async function insertNamed(trx: Trx, table: NamedTableName, name: string, now: Date): Promise<NamedRow> {
  const { rows } = await sql<NamedRow>`insert into ${sql.table(table)} (name, create_time, update_time) values (${name}, ${now}, ${now})
    returning ${columns}`.execute(trx)
  return only(rows)
}

/** @throws AppError EDITED_BY_OTHERS when the row is no longer as `rowVersion` says, NOT_FOUND */
export async function updateNamed(
  trx: Trx,
  table: NamedTableName,
  { id, name, rowVersion }: { id: number; name: string; rowVersion?: number | undefined },
  now: Date,
): Promise<NamedRow> {
  const { rows: found } = await sql<NamedRow>`select ${columns} from ${sql.table(table)} where id = ${id} for update`.execute(trx)
  if (rowVersion !== undefined && only(found).rowVersion !== rowVersion) throw new AppError('EDITED_BY_OTHERS')
  const { rows } = await sql<NamedRow>`update ${sql.table(table)} set name = ${name}, row_version = row_version + 1, update_time = ${now} where id = ${id}
    returning ${columns}`.execute(trx)
  return only(rows)
}

/** The column by which goods name a row of these tables. */
const usedBy = { material_type: 'material_type_id', model: 'model_id' } as const

/** @throws AppError IN_USE while goods are sorted under it, NOT_FOUND */
export async function deleteNamed(trx: Trx, table: NamedTableName, id: number): Promise<{ id: number }> {
  if (table !== 'tag_type') {
    const used = await trx.selectFrom('material').select('id').where(usedBy[table], '=', id).limit(1).executeTakeFirst()
    if (used) throw new AppError('IN_USE')
  }
  const { rows } = await sql<{ id: number }>`delete from ${sql.table(table)} where id = ${id} returning id`.execute(trx)
  return only(rows)
}
