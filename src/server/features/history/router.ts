import { procedure, router } from '#server/trpc.ts'
import { ArchiveMonthsRequest, type HistoryStatus, RestoreMonthRequest } from '#shared/history.ts'
import { archiveMonths, bringBack } from './move-months.ts'
import { readHistory } from './status.ts'

export const historyRouter = router({
  /** Return the size of each month and each growing table, and its growth. */
  status: procedure('history.status').query(
    ({ ctx }): Promise<HistoryStatus> => readHistory(ctx.db, ctx.services.storage, ctx.config, ctx.clock()),
  ),
  /** Archive closed months, oldest first. Only for the terminal. */
  archive: procedure('history.archive')
    .input(ArchiveMonthsRequest)
    .mutation(({ ctx, input, signal }) => archiveMonths(ctx, input, signal)),
  /** Restore a month from the archive into the database. Only for the terminal. */
  restore: procedure('history.restore')
    .input(RestoreMonthRequest)
    .mutation(({ ctx, input, signal }) => bringBack(ctx, input.month, signal)),
})
