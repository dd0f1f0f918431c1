import { mutation, query, router } from '#server/trpc.ts'
import { ById } from '#shared/request-fields.ts'
import type { KeptSerialList } from '#shared/serial-lists.ts'
import { type Stocktake, StocktakeGroupRequest, StocktakeList, StocktakeSave } from '#shared/stocktakes.ts'
import { printStocktake } from './print.ts'
import { findStocktakes, keepGroup, readStocktake, shown, takeStock } from './stocktakes.ts'

export const stocktakesRouter = router({
  // Compare scanned serials with the machines of a site, and store the result.
  save: mutation('stocktakes.save', StocktakeSave, takeStock),
  find: query('stocktakes.find', StocktakeList, findStocktakes),
  get: query(
    'stocktakes.get',
    ById,
    async (ctx, input): Promise<Stocktake> => shown(await readStocktake(ctx, input.id)),
  ),
  // Return the machines of a group as a filter of the device list.
  machines: mutation(
    'stocktakes.machines',
    StocktakeGroupRequest,
    (ctx, input): Promise<KeptSerialList> => keepGroup(ctx, input.id, input.group),
  ),
  // Print a stocktake as a PDF in both languages.
  pdf: query('stocktakes.pdf', ById, (ctx, input) => printStocktake(ctx, input.id)),
})
