import { findStaff } from '#server/db/staff.ts'
import { mutation, openProcedure, query, router } from '#server/trpc.ts'
import {
  type Activity,
  ActivityRequest,
  ClassChecksRequest,
  type ClassDetail,
  ClassListRequest,
  type ClassMeeting,
  type ClassReport,
  ClassSave,
  type ClassShare,
  ClassStaffRequest,
  ClassUpdate,
  ClassVideoRequest,
  MeetingTokenRequest,
} from '#shared/classes.ts'
import type { Reviewer } from '#shared/device-detail.ts'
import { ById } from '#shared/request-fields.ts'
import { activityOf } from './activity.ts'
import { isMeetingToken, meetingOf } from './meeting.ts'
import { findClasses, readClass, readSession } from './queries.ts'
import { reportOf } from './report.ts'
import { takeVideo } from './video.ts'
import { addChecks, deleteClass, saveClass, shareClass, unshareClass, updateClass } from './write.ts'

export const classesRouter = router({
  // Class sessions, recorded and live (C139).
  find: query('classes.find', ClassListRequest, findClasses),
  get: query('classes.get', ById, (ctx, input): Promise<ClassDetail> => readClass(ctx, input.id)),
  save: mutation(
    'classes.save',
    ClassSave,
    async (ctx, input): Promise<ClassDetail> => readClass(ctx, await saveClass(ctx, input)),
  ),
  update: mutation('classes.update', ClassUpdate, async (ctx, input): Promise<ClassDetail> => {
    await updateClass(ctx, input)
    return readClass(ctx, input.id)
  }),
  delete: mutation('classes.delete', ById, (ctx, input): Promise<{ id: number }> => deleteClass(ctx, input.id)),
  // The staff that can be added as listeners or evaluators: only names.
  staff: query(
    'classes.staff',
    ClassStaffRequest,
    async (ctx, input): Promise<Reviewer[]> =>
      findStaff(ctx.readDb, (await readSession(ctx, input.id)).company_id, input.name),
  ),
  // Adds listening and evaluation staff (C140).
  addChecks: mutation('classes.addChecks', ClassChecksRequest, async (ctx, input): Promise<ClassDetail> => {
    await addChecks(ctx, input.id, input.people)
    return readClass(ctx, input.id)
  }),
  report: query('classes.report', ById, (ctx, input): Promise<ClassReport> => reportOf(ctx, input.id)),
  // A link that works without signing in. Sharing again returns the same link.
  share: mutation('classes.share', ById, (ctx, input): Promise<ClassShare> => shareClass(ctx, input.id)),
  // Withdraws the link.
  unshare: mutation('classes.unshare', ById, async (ctx, input): Promise<{ id: number }> => {
    await unshareClass(ctx, input.id)
    return { id: input.id }
  }),
  // The address of the live meeting (C082).
  meeting: query('classes.meeting', ById, (ctx, input): Promise<ClassMeeting> => meetingOf(ctx, input.id)),
  // One piece of a video.
  uploadVideo: mutation('classes.uploadVideo', ClassVideoRequest, takeVideo),
  // A shared session by its key.
  activity: openProcedure('classes.activity')
    .input(ActivityRequest)
    .query(({ ctx, input }): Promise<Activity> => activityOf(ctx, input.key)),
  // Tells whether this server issued a meeting token, and whether it is still valid.
  checkMeeting: openProcedure('classes.checkMeeting')
    .input(MeetingTokenRequest)
    .query(({ ctx, input }): { valid: boolean } => ({ valid: isMeetingToken(ctx, input) })),
})
