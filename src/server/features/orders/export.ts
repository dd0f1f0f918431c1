import { listFile } from '#server/services/list-file.ts'
import type { Cell } from '#server/services/spreadsheet.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { type GoodsOrderExport, type GoodsOrderRow, goodsOrderColumns } from '#shared/orders.ts'
import { orderIds, readOrders } from './rows.ts'
import { readerOf } from './write.ts'

const pageSize = 1_000

/** A line for each kind of goods; an order without goods has one line all the same. */
function linesOf(order: GoodsOrderRow, language: Language): Cell[][] {
  const outside = word(language, 'goodsOrder.outside')
  const head: Cell[] = [order.id, word(language, `goodsOrder.type.${order.type}`), order.saleCompany ?? outside, order.buyCompany ?? outside]
  const tail: Cell[] = [order.notes, order.person, order.createTimeStr, order.voided?.timeStr ?? null]
  const goods: Cell[][] = order.items.length === 0 ? [[null, null, null]] : order.items.map(({ name, number, unit }) => [name, number, unit])
  return goods.map((item) => [...head, ...item, ...tail])
}

/**
 * The orders as a file, a line for each kind of goods: same filters and scope as the list, audited with the number of lines.
 * @throws AppError TOO_MANY before the first part
 */
export async function exportOrders(ctx: SignedInContext, request: GoodsOrderExport): Promise<FileParts> {
  const reader = await readerOf(ctx)
  ctx.services.exportRate.count(ctx.viewer.userId, ctx.clock())
  const ids = reader.own.length === 0 ? [] : await orderIds(ctx.readDb, reader, request)
  const { format, language = ctx.request.language, page: _page, size: _size, ...filters } = request
  async function* pages() {
    for (let start = 0; start < ids.length; start += pageSize)
      yield (await readOrders(ctx.readDb, ids.slice(start, start + pageSize), reader)).flatMap((order) => linesOf(order, language))
  }
  return listFile(ctx, {
    action: 'orders.export',
    targetKind: 'company_material_order',
    name: word(language, 'goodsOrder.export.name'),
    format,
    header: goodsOrderColumns.map((column) => word(language, `goodsOrder.column.${column}`)),
    pages: pages(),
    cells: (line) => line,
    filters,
  })
}
