import { mutation, procedure, query, router } from '#server/trpc.ts'
import {
  GoodsOrderDelete,
  GoodsOrderExport,
  GoodsOrderListRequest,
  type GoodsOrderRow,
  GoodsOrderSave,
  GoodsOrderUpdate,
  type OrderCompany,
} from '#shared/orders.ts'
import type { Page } from '#shared/paging.ts'
import { exportOrders } from './export.ts'
import { findOrders } from './rows.ts'
import { orderCompanies } from './sides.ts'
import { deleteOrder, readerOf, saveOrder, updateOrder } from './write.ts'

/** Orders of goods (C115–C117, C143). */
export const ordersRouter = router({
  find: query(
    'orders.find',
    GoodsOrderListRequest,
    async (ctx, input): Promise<Page<GoodsOrderRow>> => findOrders(ctx.readDb, await readerOf(ctx), input),
  ),
  // Return the companies that an order can name.
  companies: procedure('orders.companies').query(({ ctx }): Promise<OrderCompany[]> => orderCompanies(ctx)),
  export: query('orders.export', GoodsOrderExport, exportOrders),
  save: mutation('orders.save', GoodsOrderSave, saveOrder),
  update: mutation('orders.update', GoodsOrderUpdate, updateOrder),
  delete: mutation('orders.delete', GoodsOrderDelete, deleteOrder),
})
