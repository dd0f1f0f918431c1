import { chartDay } from '#server/features/charts/business-date.ts'
import { narrowed } from '#server/features/charts/range.ts'
import { mutation, query, router, type SignedInContext } from '#server/trpc.ts'
import { SeriesRequest } from '#shared/charts.ts'
import { ById } from '#shared/request-fields.ts'
import { type ClearedMachine, type MachineSeries, PartsUpdate } from '#shared/stock.ts'
import { lastMonths, machineMonths } from './months.ts'
import { clearMachine, updateParts } from './parts.ts'

async function months(
  ctx: SignedInContext,
  input: SeriesRequest,
  count: 'in_service' | 'online',
): Promise<MachineSeries[]> {
  const range = input.businessDateQuery ?? lastMonths(await chartDay(ctx))
  const { types } = await ctx.services.places.book()
  return machineMonths(ctx.readDb, await narrowed(ctx, input), types, range, count)
}

/** The stock and statistics view of devices. */
export const machinesRouter = router({
  // Return all parts of a machine to stock (C032).
  clear: mutation('machines.clear', ById, (ctx, input): Promise<ClearedMachine> => clearMachine(ctx, input.id)),
  // Set which parts are fitted (C033).
  updateParts: mutation('machines.updateParts', PartsUpdate, updateParts),
  // Return machines in service by month and type (C034).
  bar: query('machines.bar', SeriesRequest, (ctx, input): Promise<MachineSeries[]> => months(ctx, input, 'in_service')),
  // Return machines online by month and type (C035).
  line: query('machines.line', SeriesRequest, (ctx, input): Promise<MachineSeries[]> => months(ctx, input, 'online')),
})
