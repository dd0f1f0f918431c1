import { z } from 'zod'
import { addDays, Day, TwoDays } from './dates.ts'
import { exportFormats } from './devices.ts'
import { OrderWay, Paging } from './paging.ts'
import { type OrderType, orderTypes } from './repairs.ts'
import { clearable, closedRequest, fileFields, Id, RowVersion, unlimited } from './request-fields.ts'
import { GoodsNumber, longestStockNote, StockNote } from './stock.ts'

const longestRangeDays = 3_660
const mostItems = 200
const type = unlimited(z.enum(orderTypes))
const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

export const GoodsOrderListRequest = closedRequest({
  ...Paging.shape,
  /** A company on either side. */
  companyId: unlimited(Id),
  buyCompanyId: unlimited(Id),
  saleCompanyId: unlimited(Id),
  type,
  materialId: unlimited(Id),
  /** Part of the name of the goods. */
  name: unlimited(z.string().trim().max(64)),
  createDateQuery: unlimited(
    z.union([
      z.tuple([]).transform(() => undefined),
      TwoDays.refine(([start, end]) => start <= end, { message: 'dateOrder' }).refine(
        ([start, end]) => addDays(start, longestRangeDays) >= end,
        {
          message: 'dateRange',
        },
      ),
    ]),
  ),
  withVoided: unlimited(flag).transform((shown) => shown ?? false),
  orderColumn: unlimited(z.enum(['id', 'createTime', 'create_time'])),
  orderWay: OrderWay,
  total: unlimited(z.unknown()),
})
export type GoodsOrderListRequest = z.output<typeof GoodsOrderListRequest>
/** A user's filters of the list; `from` and `to` are the days of `createDateQuery`. */
export const GoodsOrderFilters = z.object({
  ...GoodsOrderListRequest.pick({ type: true, companyId: true, materialId: true, name: true }).shape,
  from: unlimited(Day),
  to: unlimited(Day),
  withVoided: unlimited(flag),
})

const order = {
  type,
  buyCompanyId: unlimited(Id),
  saleCompanyId: unlimited(Id),
  notes: clearable(z.string().trim().max(longestStockNote)),
  items: unlimited(z.array(z.object({ materialId: Id, number: GoodsNumber })).max(mostItems)),
}
const once = ({ items = [] }: { items?: { materialId: number }[] | undefined }) =>
  new Set(items.map(({ materialId }) => materialId)).size === items.length
const twice = { message: 'goodsTwice', path: ['items'] }
export const GoodsOrderSave = z
  .object({
    ...order,
    /** Any text that the client generates once for an order: an order sent again with it is not created twice. */
    requestKey: unlimited(z.string().trim().max(64)),
  })
  .refine(once, twice)
  // In the documents, an order may have only its companies, with goods added by a later change; an order without any
  // content is an error.
  .refine(
    ({ items, buyCompanyId, saleCompanyId }) =>
      items ? items.length > 0 : buyCompanyId !== undefined || saleCompanyId !== undefined,
    {
      message: 'orderEmpty',
      path: ['items'],
    },
  )
export type GoodsOrderSave = z.output<typeof GoodsOrderSave>
export const GoodsOrderUpdate = z.object({ id: Id, ...order, rowVersion: RowVersion }).refine(once, twice)
export type GoodsOrderUpdate = z.output<typeof GoodsOrderUpdate>
export const GoodsOrderDelete = z.object({ id: Id, reason: StockNote })
export type GoodsOrderDelete = z.output<typeof GoodsOrderDelete>

export type GoodsOrderItem = { materialId: number; name: string; unit: string | null; number: number }
export type GoodsOrderRow = {
  id: number
  type: OrderType
  /** null = an external receiver or giver. */
  buyCompanyId: number | null
  buyCompany: string | null
  saleCompanyId: number | null
  saleCompany: string | null
  notes: string | null
  items: GoodsOrderItem[]
  person: string | null
  createTimeStr: string
  updateTimeStr: string
  voided: { reason: string | null; person: string | null; timeStr: string } | null
  /** The caller may change and delete it: the caller's company is its own side. */
  writable: boolean
  rowVersion: number
}
/** A company that can be in an order; `own` = its stock belongs to the caller. */
export type OrderCompany = { id: number; name: string; own: boolean }

export const goodsOrderColumns = [
  'id',
  'type',
  'sale',
  'buy',
  'goods',
  'number',
  'unit',
  'notes',
  'person',
  'createTime',
  'voided',
] as const
export const GoodsOrderExport = closedRequest({
  ...GoodsOrderListRequest.shape,
  ...fileFields(exportFormats, 'xlsx', goodsOrderColumns),
})
export type GoodsOrderExport = z.output<typeof GoodsOrderExport>
