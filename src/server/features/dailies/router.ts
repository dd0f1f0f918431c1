import { procedure, router } from '#server/trpc.ts'
import { DailyExportRequest, DayExportRequest } from '#shared/exports.ts'
import { exportDailies } from './export.ts'
import { exportDays } from './export-days.ts'

export const dailiesRouter = router({
  // Each device on each day, as a file.
  export: procedure('dailies.export')
    .input(DailyExportRequest)
    .query(({ ctx, input }) => exportDailies(ctx, input)),
  // One line a day, as a file.
  exportDays: procedure('dailies.exportDays')
    .input(DayExportRequest)
    .query(({ ctx, input }) => exportDays(ctx, input)),
})
