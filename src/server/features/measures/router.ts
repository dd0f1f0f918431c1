import { mutation, query, router } from '#server/trpc.ts'
import { MeasureListRequest, MeasureSave, MeasureUpdate } from '#shared/measures.ts'
import { changeMeasure, createMeasure, findMeasures } from './queries.ts'

/** Amount settings (C021 to C024): the price of a check method. There is no call to delete one (R111). */
export const measuresRouter = router({
  find: query('measures.find', MeasureListRequest, findMeasures),
  save: mutation('measures.save', MeasureSave, createMeasure),
  update: mutation('measures.update', MeasureUpdate, changeMeasure),
})
