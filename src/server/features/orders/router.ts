import { procedure, router } from '#server/trpc.ts'
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
  find: procedure('orders.find')
    .input(GoodsOrderListRequest)
    .query(async ({ ctx, input }): Promise<Page<GoodsOrderRow>> => findOrders(ctx.readDb, await readerOf(ctx), input)),
  // Return the companies that an order can name.
  companies: procedure('orders.companies').query(({ ctx }): Promise<OrderCompany[]> => orderCompanies(ctx)),
  export: procedure('orders.export')
    .input(GoodsOrderExport)
    .query(({ ctx, input }) => exportOrders(ctx, input)),
  save: procedure('orders.save')
    .input(GoodsOrderSave)
    .mutation(({ ctx, input }): Promise<GoodsOrderRow> => saveOrder(ctx, input)),
  update: procedure('orders.update')
    .input(GoodsOrderUpdate)
    .mutation(({ ctx, input }): Promise<GoodsOrderRow> => updateOrder(ctx, input)),
  delete: procedure('orders.delete')
    .input(GoodsOrderDelete)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteOrder(ctx, input)),
})
