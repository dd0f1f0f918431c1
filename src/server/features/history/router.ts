import { procedure, router } from '#server/trpc.ts'
import type { HistoryStatus } from '#shared/history.ts'
import { readHistory } from './status.ts'

export const historyRouter = router({
  /** How much is kept of each month and in each table that grows, and what it grows by. */
  status: procedure('history.status').query(({ ctx }): Promise<HistoryStatus> => readHistory(ctx.db, ctx.config, ctx.clock())),
})
