import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findPage } from '#server/db/pages.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database, Db } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { businessTime, instantOf } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import type { GoodsOrderItem, GoodsOrderListRequest, GoodsOrderRow } from '#shared/orders.ts'
import type { Page } from '#shared/paging.ts'
import type { OrderType } from '#shared/repairs.ts'
import { checkOrderFilters } from './check-filters.ts'
import { mayWrite } from './sides.ts'

/** The companies whose orders are shown, and the context to show them. */
export type Reader = { own: readonly number[]; book: PlaceBook; timeZone: string }
type Stored = {
  id: number
  type: OrderType
  buyCompanyId: number | null
  saleCompanyId: number | null
  notes: string | null
  person: string | null
  created: Date
  updated: Date
  voidedAt: Date | null
  voidReason: string | null
  voidedPerson: string | null
  rowVersion: number
}

/** Return the condition for orders with an own company on one side, and the filters of the request. */
function conditionsOf({ own, timeZone }: Reader, request: GoodsOrderListRequest): RawBuilder<boolean> {
  const { companyId, buyCompanyId, saleCompanyId, type, materialId, name, createDateQuery, withVoided } = request
  const conditions = [sql<boolean>`(buy_company_id = any(${own}::int[]) or sale_company_id = any(${own}::int[]))`]
  if (companyId !== undefined)
    conditions.push(sql<boolean>`(buy_company_id = ${companyId} or sale_company_id = ${companyId})`)
  if (buyCompanyId !== undefined) conditions.push(sql<boolean>`buy_company_id = ${buyCompanyId}`)
  if (saleCompanyId !== undefined) conditions.push(sql<boolean>`sale_company_id = ${saleCompanyId}`)
  if (type !== undefined) conditions.push(sql<boolean>`type = ${type}`)
  if (!withVoided) conditions.push(sql<boolean>`voided_at is null`)
  if (createDateQuery) {
    const [start, end] = createDateQuery
    const from = instantOf(`${start} 00:00:00`, timeZone)
    const before = instantOf(`${addDays(end, 1)} 00:00:00`, timeZone)
    conditions.push(sql<boolean>`create_time >= ${from}::timestamptz and create_time < ${before}::timestamptz`)
  }
  const items = sql`select from company_material_order_item item join material on material.id = item.material_id where item.order_id = company_material_order.id`
  if (materialId !== undefined) conditions.push(sql<boolean>`exists (${items} and material.id = ${materialId})`)
  if (name) conditions.push(sql<boolean>`exists (${items} and material.name ilike ${containing(name)})`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

async function readItems(db: Db, orderIds: readonly number[]): Promise<Map<number, GoodsOrderItem[]>> {
  const items = new Map<number, GoodsOrderItem[]>()
  const { rows } = await sql<
    GoodsOrderItem & { orderId: number }
  >`select order_id as "orderId", material.id as "materialId", material.name, material.unit, number
    from unnest(${orderIds}::int[]) wanted(id) cross join lateral (select * from company_material_order_item where order_id = wanted.id offset 0) item
    join material on material.id = material_id order by order_id, material_id`.execute(db)
  for (const { orderId, ...item } of rows) items.set(orderId, [...(items.get(orderId) ?? []), item])
  return items
}

/** Return orders by ids, in the order of the ids. */
export async function readOrders(
  db: Db,
  ids: readonly number[],
  { own, book, timeZone }: Reader,
): Promise<GoodsOrderRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<Stored>`select o.id, o.type, o.buy_company_id as "buyCompanyId", o.sale_company_id as "saleCompanyId", o.notes, u.name as person,
      o.create_time as created, o.update_time as updated, o.voided_at as "voidedAt", o.void_reason as "voidReason", v.name as "voidedPerson",
      o.row_version as "rowVersion"
    from unnest(${ids}::int[]) with ordinality as wanted(id, place) join company_material_order o using (id)
    left join app_user u on u.id = o.user_id left join app_user v on v.id = o.voided_by order by wanted.place`.execute(
      db,
    )
  const items = await readItems(db, ids)
  const nameOf = (id: number | null) => (id === null ? null : (book.companies.get(id)?.name ?? null))
  return rows.map(({ created, updated, voidedAt, voidReason, voidedPerson, ...row }) => ({
    ...row,
    buyCompany: nameOf(row.buyCompanyId),
    saleCompany: nameOf(row.saleCompanyId),
    items: items.get(row.id) ?? [],
    createTimeStr: businessTime(created, timeZone),
    updateTimeStr: businessTime(updated, timeZone),
    voided: voidedAt && { reason: voidReason, person: voidedPerson, timeStr: businessTime(voidedAt, timeZone) },
    writable: voidedAt === null && mayWrite(row, own),
  }))
}

const matching = (reader: Reader, request: GoodsOrderListRequest) => ({
  from: sql`from company_material_order where ${conditionsOf(reader, request)}`,
  columns: sql`id`,
  order: sql`order by id ${request.orderWay === 'asc' ? sql`asc` : sql`desc`}`,
})

/** Return the ids of all matching orders, newest first by default. */
export async function orderIds(
  db: Kysely<Database>,
  reader: Reader,
  request: GoodsOrderListRequest,
): Promise<number[]> {
  const { columns, from, order } = matching(reader, request)
  const { rows } = await sql<{ id: number }>`select ${columns} ${from} ${order}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Return a page of orders with their goods.
 * @throws AppError NOT_FOUND for a filter by a missing record, TOO_WIDE
 */
export async function findOrders(
  db: Kysely<Database>,
  reader: Reader,
  request: GoodsOrderListRequest,
): Promise<Page<GoodsOrderRow>> {
  if (reader.own.length === 0) return { data: [], totalCount: 0 }
  await checkOrderFilters(db, reader, request)
  const page = await findPage<{ id: number }>(db, request, { ...matching(reader, request), findsFew: true })
  const ids = page.data.map(({ id }) => id)
  return { ...page, data: await readOrders(db, ids, reader) }
}
