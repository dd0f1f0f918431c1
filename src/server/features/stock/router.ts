import { visibleStocks } from '#server/db/visible.ts'
import { query, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import {
  FittedListRequest,
  type FittedRow,
  MovementListRequest,
  type MovementRow,
  StockListRequest,
  type StockRow,
} from '#shared/stock.ts'
import { findFitted } from './fitted.ts'
import { findMovements, findStock } from './queries.ts'

export const stockRouter = router({
  find: query(
    'stock.find',
    StockListRequest,
    async (ctx, input): Promise<Page<StockRow>> =>
      findStock(
        ctx.readDb,
        await ctx.services.places.book(),
        await visibleStocks(ctx, input.companyId),
        input,
        ctx.config.timeZone,
      ),
  ),
  machines: query('stock.machines', FittedListRequest, async (ctx, input): Promise<Page<FittedRow>> => {
    const { places } = ctx.services
    return findFitted(
      ctx.readDb,
      await places.book(),
      await places.narrow(ctx.scope, { companyId: input.companyId, serial: input.serial }),
      input,
    )
  }),
  movements: query('stock.movements', MovementListRequest, async (ctx, input): Promise<Page<MovementRow>> => {
    await visibleStocks(ctx, input.companyId)
    return findMovements(ctx.readDb, input, ctx.config.timeZone)
  }),
})
