import { procedure, router } from '#server/trpc.ts'
import { MeasureListRequest, type MeasureRow, MeasureSave, MeasureUpdate } from '#shared/measures.ts'
import type { Page } from '#shared/paging.ts'
import { changeMeasure, createMeasure, findMeasures } from './queries.ts'

/** Amount settings (C021 to C024): the price of a check method. There is no call to delete one (R111). */
export const measuresRouter = router({
  find: procedure('measures.find')
    .input(MeasureListRequest)
    .query(({ ctx, input }): Promise<Page<MeasureRow>> => findMeasures(ctx, input)),
  save: procedure('measures.save')
    .input(MeasureSave)
    .mutation(({ ctx, input }): Promise<MeasureRow> => createMeasure(ctx, input)),
  update: procedure('measures.update')
    .input(MeasureUpdate)
    .mutation(({ ctx, input }): Promise<MeasureRow> => changeMeasure(ctx, input)),
})
