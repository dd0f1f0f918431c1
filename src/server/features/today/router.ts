import { procedure, router } from '#server/trpc.ts'
import type { Today } from '#shared/today.ts'
import { readToday } from './read-today.ts'

/** The start page: one answer holds all of it, so that no two figures are of different moments. */
export const todayRouter = router({
  get: procedure('today.get').query(({ ctx }): Promise<Today> => readToday(ctx)),
})
