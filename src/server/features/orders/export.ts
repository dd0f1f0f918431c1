import { listFile } from '#server/services/spreadsheets/list-file.ts'
import type { Cell } from '#server/services/spreadsheets/spreadsheet.ts'
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

/** Return a line for each kind of goods. An order without goods also has one line. */
const linesOf = (order: GoodsOrderRow): Line[] =>
  order.items.length === 0 ? [{ order, item: null }] : order.items.map((item) => ({ order, item }))

/**
 * Export the orders as a file, a line for each kind of goods, with the filters and scope of the list. The audit entry
 * has the number of lines.
 * @throws AppError before the first part: TOO_MANY, or NOT_FOUND as in the list
 */
export async function exportOrders(ctx: SignedInContext, request: GoodsOrderExport): Promise<FileParts> {
  const reader = await readerOf(ctx)
  if (reader.own.length > 0) await checkOrderFilters(ctx.readDb, reader, request)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
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
