import { sql, type Transaction } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import { lock } from '#server/db/advisory-locks.ts'
import { auditRow } from '#server/db/audit-row.ts'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import { holdRow, insertRow, type Named, recordKind, updateRow } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import { visibleStocks } from '#server/db/visible.ts'
import { lockStock, type Move, type MoveOrigin, moveStock } from '#server/features/stock/move-stock.ts'
import { refuseFractions } from '#server/features/stock/whole-numbers.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { GoodsOrderDelete, GoodsOrderRow, GoodsOrderSave, GoodsOrderUpdate } from '#shared/orders.ts'
import type { OrderType } from '#shared/repairs.ts'
import { type Reader, readOrders } from './rows.ts'
import { mayWrite, ownSideOf, type Sides, sidesOf } from './sides.ts'

type Items = readonly { materialId: number; number: number }[]
const order = recordKind({
  table: 'company_material_order',
  kind: 'company_material_order',
  columns: ['type', 'buy_company_id', 'sale_company_id', 'notes', 'voided_at'],
})

/** Return the stock movements of an order on both sides. `sign` -1 reverses them. */
const movesOf = ({ buyCompanyId, saleCompanyId }: Sides, items: Items, sign: 1 | -1): Move[] =>
  items.flatMap(({ materialId, number }) => [
    ...(saleCompanyId === null ? [] : [{ companyId: saleCompanyId, materialId, stock: -sign * number }]),
    ...(buyCompanyId === null ? [] : [{ companyId: buyCompanyId, materialId, stock: sign * number }]),
  ])

const companiesOf = (...sides: Sides[]): number[] =>
  sides.flatMap(({ buyCompanyId, saleCompanyId }) => [buyCompanyId, saleCompanyId]).filter((id) => id !== null)

export const readerOf = async (ctx: SignedInContext): Promise<Reader> => {
  const book = await ctx.services.places.book()
  return { own: await visibleStocks(ctx), book, timeZone: ctx.config.timeZone }
}

const originOf = (ctx: SignedInContext, cause: MoveOrigin['cause'], orderId: number): MoveOrigin => ({
  cause,
  orderId,
  at: ctx.clock(),
  userId: ctx.viewer.userId,
  language: ctx.request.language,
})

/**
 * `sent` = the items in the request.
 * @throws AppError NOT_FOUND for missing goods, VALIDATION for a fraction of a piece
 */
async function checkGoods(trx: Transaction<Database>, ctx: SignedInContext, items: Items, sent: Items): Promise<void> {
  const ids = items.map(({ materialId }) => materialId)
  const { rows } = await sql<{ id: number; name: string; unit: string | null }>`
    select id, name, unit from material where id = any(${ids}::int[]) for key share`.execute(trx)
  if (rows.length !== new Set(ids).size) throw new AppError('NOT_FOUND')
  refuseFractions(ctx, 'items', sent, rows)
}

async function insertItems(trx: Transaction<Database>, orderId: number, items: Items): Promise<void> {
  if (items.length === 0) return
  await trx
    .insertInto('company_material_order_item')
    .values(items.map(({ materialId, number }) => ({ order_id: orderId, material_id: materialId, number })))
    .execute()
}

/**
 * Lock an order that the caller may change.
 * @throws AppError NOT_FOUND; FORBIDDEN when it is another's order; ORDER_VOIDED, EDITED_BY_OTHERS
 */
async function holdOrder(trx: Transaction<Database>, own: readonly number[], { id, rowVersion }: Named) {
  const row = await holdRow(
    trx,
    order,
    { id },
    sql<boolean>`(buy_company_id = any(${[...own]}::int[]) or sale_company_id = any(${[...own]}::int[]))`,
  )
  const sides: Sides = { type: row.type, buyCompanyId: row.buy_company_id, saleCompanyId: row.sale_company_id }
  if (!mayWrite(sides, own)) throw new AppError('FORBIDDEN')
  if (row.voided_at !== null) throw new AppError('ORDER_VOIDED')
  refuseOutdated(row.row_version, rowVersion)
  const items = await trx
    .selectFrom('company_material_order_item')
    .select(['material_id as materialId', 'number'])
    .where('order_id', '=', row.id)
    .orderBy('material_id')
    .execute()
  return { row, sides, items }
}

async function rowOf(trx: Transaction<Database>, id: number, reader: Reader): Promise<GoodsOrderRow> {
  const [row] = await readOrders(trx, [id], reader)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Write an audit entry with the company on whose side the order was entered. */
const auditOrder = (
  trx: Transaction<Database>,
  ctx: SignedInContext,
  action: AuditAction,
  row: { id: number },
  sides: Sides,
  details: object,
) => auditRow(trx, ctx, order, row, { action, companyId: ownSideOf(sides), details: { ...sides, ...details } })

/** Return the order that this user has already created with this request key. */
async function findRepeated(
  trx: Transaction<Database>,
  userId: number | null,
  key: string | undefined,
): Promise<number | undefined> {
  if (!key) return undefined
  await sql`select ${lock('order', sql`hashtext(${`${userId ?? 0} ${key}`})`)}`.execute(trx)
  const row = await trx
    .selectFrom('company_material_order')
    .select('id')
    .where('user_id', 'is not distinct from', userId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/**
 * Create an order, and move its goods from the giver's stock to the receiver's, in one transaction.
 * @throws AppError NOT_FOUND for a company or goods that the caller cannot name, VALIDATION, STOCK_SHORT
 */
export async function saveOrder(ctx: SignedInContext, request: GoodsOrderSave): Promise<GoodsOrderRow> {
  const sides = await sidesOf(ctx, request)
  const reader = await readerOf(ctx)
  const { notes = null, items = [], requestKey } = request
  const { userId } = ctx.viewer
  return ctx.db.transaction().execute(async (trx) => {
    const repeated = await findRepeated(trx, userId, requestKey)
    if (repeated !== undefined) return rowOf(trx, repeated, reader)
    await lockStock(trx, companiesOf(sides))
    await checkGoods(trx, ctx, items, items)
    const made = await insertRow(trx, ctx, order, {
      ...columnsOf(sides, notes),
      user_id: userId,
      request_key: requestKey || null,
    })
    await insertItems(trx, made.id, items)
    await moveStock(trx, movesOf(sides, items, 1), originOf(ctx, 'order', made.id))
    await auditOrder(trx, ctx, 'orders.save', made, sides, { items, notes })
    return rowOf(trx, made.id, reader)
  })
}

const columnsOf = (
  sides: Sides,
  notes: string | null,
): { type: OrderType; buy_company_id: number | null; sale_company_id: number | null; notes: string | null } => ({
  type: sides.type,
  buy_company_id: sides.buyCompanyId,
  sale_company_id: sides.saleCompanyId,
  notes: notes || null,
})

/**
 * Change an order: its old movements are reversed and its new ones applied, as one movement. Sides, goods or notes that
 * are not sent keep their values.
 * @throws AppError NOT_FOUND, FORBIDDEN, ORDER_VOIDED, EDITED_BY_OTHERS, VALIDATION, STOCK_SHORT
 */
export async function updateOrder(ctx: SignedInContext, request: GoodsOrderUpdate): Promise<GoodsOrderRow> {
  const { id, rowVersion, type, buyCompanyId, saleCompanyId } = request
  const requested =
    type === undefined && buyCompanyId === undefined && saleCompanyId === undefined ? null : await sidesOf(ctx, request)
  const reader = await readerOf(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const { row, sides: before, items: beforeItems } = await holdOrder(trx, reader.own, { id, rowVersion })
    const sides = requested ?? before
    const items = request.items ?? beforeItems
    const notes = request.notes === undefined ? row.notes : request.notes
    await lockStock(trx, companiesOf(before, sides))
    await checkGoods(trx, ctx, items, request.items ?? [])
    await updateRow(trx, ctx, order, row, columnsOf(sides, notes))
    await trx.deleteFrom('company_material_order_item').where('order_id', '=', id).execute()
    await insertItems(trx, id, items)
    const undone = movesOf(before, beforeItems, -1).map((move) => ({ ...move, back: move.stock }))
    await moveStock(trx, [...undone, ...movesOf(sides, items, 1)], originOf(ctx, 'update', id))
    await auditOrder(trx, ctx, 'orders.update', row, sides, { items, notes, before: beforeItems })
    return rowOf(trx, id, reader)
  })
}

/**
 * Delete an order: it is kept as void, and its movements are reversed.
 * @throws AppError NOT_FOUND, FORBIDDEN, ORDER_VOIDED, STOCK_SHORT when the goods received are no longer in stock
 */
export async function deleteOrder(ctx: SignedInContext, { id, reason }: GoodsOrderDelete): Promise<{ id: number }> {
  const reader = await readerOf(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const { row, sides, items } = await holdOrder(trx, reader.own, { id })
    await lockStock(trx, companiesOf(sides))
    await updateRow(trx, ctx, order, row, {
      voided_at: ctx.clock(),
      voided_by: ctx.viewer.userId,
      void_reason: reason || null,
    })
    await moveStock(trx, movesOf(sides, items, -1), { ...originOf(ctx, 'void', id), notes: reason || null })
    await auditOrder(trx, ctx, 'orders.delete', row, sides, { items, reason: reason || null })
    return { id }
  })
}
