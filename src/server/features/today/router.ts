import { procedure, router } from '#server/trpc.ts'
import type { Today } from '#shared/today.ts'
import { TodayRequest } from '#shared/today-request.ts'
import { readToday } from './read-today.ts'

/** The start page: one response contains all of it, so that all figures are from the same moment. */
export const todayRouter = router({
  get: procedure('today.get')
    .input(TodayRequest)
    .query(({ ctx, input }): Promise<Today> => readToday(ctx, input)),
})
