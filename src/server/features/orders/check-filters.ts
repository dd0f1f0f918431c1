import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { AppError } from '#shared/errors.ts'
import type { GoodsOrderListRequest } from '#shared/orders.ts'

/** The companies whose stock the caller manages, and all names. */
type Reader = { own: readonly number[]; book: PlaceBook }

/**
 * Return whether the caller may name a company: an own one, a site of it, headquarters, or a company in an own order,
 * even if it is deleted.
 */
async function mayName(db: Kysely<Database>, { own, book }: Reader, id: number): Promise<boolean> {
  const company = book.companies.get(id)
  if (company && !company.deleted && (company.kind === 'headquarters' || own.includes(company.tenantId))) return true
  const { rows } = await sql<{ found: boolean }>`select exists (select from company_material_order
    where (buy_company_id = ${id} and sale_company_id = any(${own}::int[])) or (sale_company_id = ${id} and buy_company_id = any(${own}::int[]))) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/**
 * Refuse a list with an unknown filter value: an empty list would look like an answer.
 * @throws AppError NOT_FOUND for a company that is missing or out of reach, with the same answer, and for missing goods
 */
export async function checkOrderFilters(
  db: Kysely<Database>,
  reader: Reader,
  request: GoodsOrderListRequest,
): Promise<void> {
  for (const field of ['companyId', 'buyCompanyId', 'saleCompanyId'] as const) {
    const id = request[field]
    if (id !== undefined && !(await mayName(db, reader, id))) throw new AppError('NOT_FOUND', { field })
  }
  if (request.materialId === undefined) return
  const goods = await db.selectFrom('material').select('id').where('id', '=', request.materialId).executeTakeFirst()
  if (!goods) throw new AppError('NOT_FOUND', { field: 'materialId' })
}
