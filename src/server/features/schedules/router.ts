import { mutation, procedure, query, router } from '#server/trpc.ts'
import { ById } from '#shared/request-fields.ts'
import {
  RunListRequest,
  ScheduleListRequest,
  type SchedulePreview,
  SchedulePreviewRequest,
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
  find: query('schedules.find', ScheduleListRequest, findSchedules),
  save: mutation('schedules.save', ScheduleSave, saveSchedule),
  setStatus: mutation('schedules.setStatus', ScheduleSwitch, switchSchedule),
  delete: mutation('schedules.delete', ById, (ctx, input): Promise<{ id: number }> => deleteSchedule(ctx, input.id)),
  preview: query(
    'schedules.preview',
    SchedulePreviewRequest,
    (ctx, input): SchedulePreview => previewOf(input, ctx.clock(), ctx.config.timeZone),
  ),
  run: mutation('schedules.run', ById, (ctx, input): Promise<{ id: number }> => runNow(ctx, input.id)),
  runs: query('schedules.runs', RunListRequest, findRuns),
  resend: mutation('schedules.resend', ById, (ctx, input): Promise<{ id: number }> => resendRun(ctx, input.id)),
  revoke: mutation('schedules.revoke', ById, (ctx, input): Promise<{ id: number }> => revokeLinks(ctx, input.id)),
  troubles: procedure('schedules.troubles').query(({ ctx }): Promise<Troubles> => findTroubles(ctx)),
})
