import { procedure, router } from '#server/trpc.ts'
import { ById } from '#shared/request-fields.ts'
import type { KeptSerialList } from '#shared/serial-lists.ts'
import {
  type Stocktake,
  StocktakeGroupRequest,
  StocktakeList,
  type StocktakePage,
  StocktakeSave,
} from '#shared/stocktakes.ts'
import { printStocktake } from './print.ts'
import { findStocktakes, keepGroup, readStocktake, shown, takeStock } from './stocktakes.ts'

export const stocktakesRouter = router({
  // Compare scanned serials with the machines of a site, and store the result.
  save: procedure('stocktakes.save')
    .input(StocktakeSave)
    .mutation(({ ctx, input }): Promise<Stocktake> => takeStock(ctx, input)),
  find: procedure('stocktakes.find')
    .input(StocktakeList)
    .query(({ ctx, input }): Promise<StocktakePage> => findStocktakes(ctx, input)),
  get: procedure('stocktakes.get')
    .input(ById)
    .query(async ({ ctx, input }): Promise<Stocktake> => shown(await readStocktake(ctx, input.id))),
  // Return the machines of a group as a filter of the device list.
  machines: procedure('stocktakes.machines')
    .input(StocktakeGroupRequest)
    .mutation(({ ctx, input }): Promise<KeptSerialList> => keepGroup(ctx, input.id, input.group)),
  // Print a stocktake as a PDF in both languages.
  pdf: procedure('stocktakes.pdf')
    .input(ById)
    .query(({ ctx, input }) => printStocktake(ctx, input.id)),
})
