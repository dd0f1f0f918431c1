import { findStaff } from '#server/db/staff.ts'
import { openProcedure, procedure, router } from '#server/trpc.ts'
import {
  type Activity,
  ActivityRequest,
  ClassChecksRequest,
  type ClassDetail,
  ClassListRequest,
  type ClassMeeting,
  type ClassReport,
  type ClassRow,
  ClassSave,
  type ClassShare,
  ClassStaffRequest,
  ClassUpdate,
  type ClassVideoAnswer,
  ClassVideoRequest,
  MeetingTokenRequest,
} from '#shared/classes.ts'
import type { Reviewer } from '#shared/device-detail.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { activityOf } from './activity.ts'
import { isMeetingToken, meetingOf } from './meeting.ts'
import { findClasses, readClass, readSession } from './queries.ts'
import { reportOf } from './report.ts'
import { takeVideo } from './video.ts'
import { addChecks, deleteClass, saveClass, shareClass, unshareClass, updateClass } from './write.ts'

export const classesRouter = router({
  // Class sessions, recorded and live (C139).
  find: procedure('classes.find')
    .input(ClassListRequest)
    .query(({ ctx, input }): Promise<Page<ClassRow>> => findClasses(ctx, input)),
  get: procedure('classes.get')
    .input(ById)
    .query(({ ctx, input }): Promise<ClassDetail> => readClass(ctx, input.id)),
  save: procedure('classes.save')
    .input(ClassSave)
    .mutation(async ({ ctx, input }): Promise<ClassDetail> => readClass(ctx, await saveClass(ctx, input))),
  update: procedure('classes.update')
    .input(ClassUpdate)
    .mutation(async ({ ctx, input }): Promise<ClassDetail> => {
      await updateClass(ctx, input)
      return readClass(ctx, input.id)
    }),
  delete: procedure('classes.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteClass(ctx, input.id)),
  // The staff that can be added as listeners or evaluators: only names.
  staff: procedure('classes.staff')
    .input(ClassStaffRequest)
    .query(
      async ({ ctx, input }): Promise<Reviewer[]> =>
        findStaff(ctx.readDb, (await readSession(ctx, input.id)).company_id, input.name),
    ),
  // Adds listening and evaluation staff (C140).
  addChecks: procedure('classes.addChecks')
    .input(ClassChecksRequest)
    .mutation(async ({ ctx, input }): Promise<ClassDetail> => {
      await addChecks(ctx, input.id, input.people)
      return readClass(ctx, input.id)
    }),
  report: procedure('classes.report')
    .input(ById)
    .query(({ ctx, input }): Promise<ClassReport> => reportOf(ctx, input.id)),
  // A link that works without signing in. Sharing again returns the same link.
  share: procedure('classes.share')
    .input(ById)
    .mutation(({ ctx, input }): Promise<ClassShare> => shareClass(ctx, input.id)),
  // Withdraws the link.
  unshare: procedure('classes.unshare')
    .input(ById)
    .mutation(async ({ ctx, input }): Promise<{ id: number }> => {
      await unshareClass(ctx, input.id)
      return { id: input.id }
    }),
  // The address of the live meeting (C082).
  meeting: procedure('classes.meeting')
    .input(ById)
    .query(({ ctx, input }): Promise<ClassMeeting> => meetingOf(ctx, input.id)),
  // One piece of a video.
  uploadVideo: procedure('classes.uploadVideo')
    .input(ClassVideoRequest)
    .mutation(({ ctx, input }): Promise<ClassVideoAnswer> => takeVideo(ctx, input)),
  // A shared session by its key.
  activity: openProcedure('classes.activity')
    .input(ActivityRequest)
    .query(({ ctx, input }): Promise<Activity> => activityOf(ctx, input.key)),
  // Tells whether this server issued a meeting token, and whether it is still valid.
  checkMeeting: openProcedure('classes.checkMeeting')
    .input(MeetingTokenRequest)
    .query(({ ctx, input }): { valid: boolean } => ({ valid: isMeetingToken(ctx, input) })),
})
