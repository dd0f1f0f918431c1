import { query, router } from '#server/trpc.ts'
import { DailyExportRequest, DayExportRequest } from '#shared/exports.ts'
import { exportDailies } from './export.ts'
import { exportDays } from './export-days.ts'

export const dailiesRouter = router({
  // Each device on each day, as a file.
  export: query('dailies.export', DailyExportRequest, exportDailies),
  // One line a day, as a file.
  exportDays: query('dailies.exportDays', DayExportRequest, exportDays),
})
