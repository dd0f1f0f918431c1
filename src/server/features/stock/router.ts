import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { FittedListRequest, type FittedRow, MovementListRequest, type MovementRow, StockListRequest, type StockRow } from '#shared/stock.ts'
import { findFitted } from './fitted.ts'
import { findMovements, findStock } from './queries.ts'
import { shelvesOf } from './shelves.ts'

/** @throws AppError NOT_FOUND for a company whose stock is not the caller's, as for one that is missing */
async function shelves(ctx: SignedInContext, companyId: number | undefined): Promise<number[]> {
  const own = shelvesOf(ctx.scope, await ctx.services.places.book())
  if (companyId === undefined) return own
  if (!own.includes(companyId)) throw new AppError('NOT_FOUND')
  return [companyId]
}

export const stockRouter = router({
  // Goods in stock, by company.
  find: procedure('stock.find')
    .input(StockListRequest)
    .query(
      async ({ ctx, input }): Promise<Page<StockRow>> =>
        findStock(ctx.readDb, await ctx.services.places.book(), await shelves(ctx, input.companyId), input, ctx.config.timeZone),
    ),
  // Machines with their fitted parts.
  machines: procedure('stock.machines')
    .input(FittedListRequest)
    .query(async ({ ctx, input }): Promise<Page<FittedRow>> => {
      const { places } = ctx.services
      return findFitted(ctx.readDb, await places.book(), await places.narrow(ctx.scope, { companyId: input.companyId, serial: input.serial }), input)
    }),
  // Every change of one kind of goods.
  movements: procedure('stock.movements')
    .input(MovementListRequest)
    .query(async ({ ctx, input }): Promise<Page<MovementRow>> => {
      await shelves(ctx, input.companyId)
      return findMovements(ctx.readDb, input, ctx.config.timeZone)
    }),
})
