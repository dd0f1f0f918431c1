import { listFile } from '#server/services/list-file.ts'
import type { Cell } from '#server/services/spreadsheet.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { type GoodsOrderExport, type GoodsOrderRow, goodsOrderColumns } from '#shared/orders.ts'
import { checkOrderFilters } from './check-filters.ts'
import { orderIds, readOrders } from './rows.ts'
import { readerOf } from './write.ts'

const pageSize = 1_000

type Line = { order: GoodsOrderRow; item: GoodsOrderRow['items'][number] | null }

const columnsOfFile: Readonly<Record<(typeof goodsOrderColumns)[number], (line: Line, language: Language) => Cell>> = {
  id: ({ order }) => order.id,
  type: ({ order }, language) => word(language, `goodsOrder.type.${order.type}`),
  sale: ({ order }, language) => order.saleCompany ?? word(language, 'goodsOrder.outside'),
  buy: ({ order }, language) => order.buyCompany ?? word(language, 'goodsOrder.outside'),
  goods: ({ item }) => item?.name ?? null,
  number: ({ item }) => item?.number ?? null,
  unit: ({ item }) => item?.unit ?? null,
  notes: ({ order }) => order.notes,
  person: ({ order }) => order.person,
  createTime: ({ order }) => order.createTimeStr,
  voided: ({ order }) => order.voided?.timeStr ?? null,
}

/** A line for each kind of goods; an order without goods has one line all the same. */
const linesOf = (order: GoodsOrderRow): Line[] =>
  order.items.length === 0 ? [{ order, item: null }] : order.items.map((item) => ({ order, item }))

/**
 * The orders as a file, a line for each kind of goods: same filters and scope as the list, audited with the number of lines.
 * @throws AppError before the first part: TOO_MANY, NOT_FOUND as the list
 */
export async function exportOrders(ctx: SignedInContext, request: GoodsOrderExport): Promise<FileParts> {
  const reader = await readerOf(ctx)
  if (reader.own.length > 0) await checkOrderFilters(ctx.readDb, reader, request)
  await ctx.services.exportRate.count(ctx.viewer, ctx.clock())
  const ids = reader.own.length === 0 ? [] : await orderIds(ctx.readDb, reader, request)
  const {
    format,
    language = ctx.request.language,
    columns = goodsOrderColumns,
    page: _page,
    size: _size,
    ...filters
  } = request
  async function* pages() {
    for (let start = 0; start < ids.length; start += pageSize)
      yield (await readOrders(ctx.readDb, ids.slice(start, start + pageSize), reader)).flatMap(linesOf)
  }
  return listFile(ctx, {
    action: 'orders.export',
    targetKind: 'company_material_order',
    name: word(language, 'goodsOrder.export.name'),
    format,
    header: columns.map((column) => word(language, `goodsOrder.column.${column}`)),
    pages: pages(),
    cells: (line) => columns.map((column) => columnsOfFile[column](line, language)),
    filters,
  })
}
