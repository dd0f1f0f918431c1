import { procedure, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import {
  RunListRequest,
  ScheduleListRequest,
  type SchedulePreview,
  SchedulePreviewRequest,
  type ScheduleRow,
  type ScheduleRunRow,
  ScheduleSave,
  ScheduleSwitch,
  type Troubles,
} from '#shared/schedules.ts'
import { previewOf } from './calendar.ts'
import { findSchedules } from './queries.ts'
import { findRuns, findTroubles, resendRun, revokeLinks, runNow } from './runs.ts'
import { deleteSchedule, saveSchedule, switchSchedule } from './save.ts'

/** Schedules send reports and messages at set times. A client's own users manage those for their own machines. */
export const schedulesRouter = router({
  find: procedure('schedules.find')
    .input(ScheduleListRequest)
    .query(({ ctx, input }): Promise<Page<ScheduleRow>> => findSchedules(ctx, input)),
  save: procedure('schedules.save')
    .input(ScheduleSave)
    .mutation(({ ctx, input }): Promise<{ id: number; rowVersion: number }> => saveSchedule(ctx, input)),
  setStatus: procedure('schedules.setStatus')
    .input(ScheduleSwitch)
    .mutation(({ ctx, input }): Promise<{ id: number; rowVersion: number }> => switchSchedule(ctx, input)),
  delete: procedure('schedules.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteSchedule(ctx, input.id)),
  preview: procedure('schedules.preview')
    .input(SchedulePreviewRequest)
    .query(({ ctx, input }): SchedulePreview => previewOf(input, ctx.clock(), ctx.config.timeZone)),
  run: procedure('schedules.run')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => runNow(ctx, input.id)),
  runs: procedure('schedules.runs')
    .input(RunListRequest)
    .query(({ ctx, input }): Promise<Page<ScheduleRunRow>> => findRuns(ctx, input)),
  resend: procedure('schedules.resend')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => resendRun(ctx, input.id)),
  revoke: procedure('schedules.revoke')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => revokeLinks(ctx, input.id)),
  troubles: procedure('schedules.troubles').query(({ ctx }): Promise<Troubles> => findTroubles(ctx)),
})
