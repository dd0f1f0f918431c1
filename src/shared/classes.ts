import { z } from 'zod'
import type { CommentRow } from './comments.ts'
import { reviewerListSize } from './device-detail.ts'
import { Moment } from './moment.ts'
import { Paging } from './paging.ts'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'

/** 录播 = recorded, 直播 = live, as documented on the wire. */
export const classTypes = ['录播', '直播'] as const
export type ClassType = (typeof classTypes)[number]
/** 未开始 = not begun, 进行中 = in progress, 已结束 = ended: by its time, or manually. */
export const classStates = ['未开始', '进行中', '已结束'] as const
export type ClassState = (typeof classStates)[number]

const longestName = 64
/** Characters of the speech text and the guidance. */
const longestClassText = 20_000

export const classStateOf = (
  { startAt, endAt, ended }: { startAt: Date; endAt: Date; ended: boolean },
  now: Date,
): ClassState => (ended || now >= endAt ? '已结束' : now < startAt ? '未开始' : '进行中')

export const ClassListRequest = closedRequest({
  name: unlimited(z.string().trim().max(longestName)),
  type: unlimited(z.enum(classTypes)),
  state: unlimited(z.enum(classStates)),
  companyId: unlimited(Id),
  /** Only this session. */
  classId: unlimited(Id),
  total: z.unknown().optional(),
  ...Paging.shape,
})
export type ClassListRequest = z.output<typeof ClassListRequest>
/** A user's filters of the list. */
export const ClassFilters = ClassListRequest.pick({ name: true, type: true, state: true })

/** Maximum length of a meeting number. */
export const longestMeeting = 64
const meeting = new RegExp(`^[\\w-]{1,${longestMeeting}}$`)
const text = (longest: number) => clearable(z.string().trim().max(longest))
const classFields = {
  name: z.string().trim().min(1).max(longestName),
  type: z.enum(classTypes),
  /** Begin and end in business time. */
  dateRange: z.tuple([Moment, Moment]).refine(([start, end]) => start <= end, { message: 'dateOrder' }),
  meetInfo: clearable(z.string().trim().regex(meeting)),
  speechText: text(longestClassText),
  guidance: text(longestClassText),
}
export const ClassSave = z.object({ ...classFields, companyId: unlimited(Id) })
export type ClassSave = z.output<typeof ClassSave>
const { dateRange: _, ...formFields } = classFields
/** The form of a session: begin and end are separate fields, `YYYY-MM-DD HH:mm`. */
export const ClassForm = z
  .object({ ...formFields, start: z.string().min(1), end: z.string().min(1) })
  .refine(({ start, end }) => start === '' || end === '' || start <= end, { path: ['end'] })
/** Missing fields keep their stored values. */
export const ClassUpdate = z.object({
  ...z.object(classFields).partial().shape,
  id: Id,
  ended: z.boolean().optional(),
  rowVersion: unlimited(Id),
})
export type ClassUpdate = z.output<typeof ClassUpdate>
export const ClassStaffRequest = z.object({ id: Id, name: unlimited(z.string().trim().max(longestName)) })
/** The form that adds a person. */
export const StaffForm = z.object({ personId: Id })
/** The documented body is a list of id, name and picture; name and picture are ignored. */
export const ClassChecksRequest = z.object({
  id: Id,
  people: z
    .array(z.object({ id: Id }))
    .min(1)
    .max(reviewerListSize),
})

/** Maximum size of a video, and of the part in one request. */
export const videoBytesLimit = 1024 * 1024 * 1024
export const videoPieceBytes = 512 * 1024
const longestPiece = Math.ceil((videoPieceBytes * 4) / 3) + 4
/**
 * A video is uploaded in parts, in order: the first without `uploadId`, each next one with the `uploadId` of the
 * previous response.
 */
export const ClassVideoRequest = z.object({
  id: Id,
  uploadId: unlimited(z.string().regex(/^[0-9a-f]{32}$/)),
  offset: z.number().int().min(0).max(videoBytesLimit),
  fileName: unlimited(z.string().max(200)),
  /** Base64. */
  content: z.string().max(longestPiece),
  last: z.boolean(),
})
export type ClassVideoRequest = z.output<typeof ClassVideoRequest>
export type ClassVideoAnswer = { uploadId: string; received: number; videoFileName: string | null }

export const shareKeyPattern = /^[0-9a-f]{32}$/
export const ActivityRequest = z.object({ key: z.string().max(64) })
export const MeetingTokenRequest = z.object({
  accountId: z.string().max(20),
  accountToken: z.string().max(100),
  meetingNum: z.string().max(64),
})

/** `avatar` shows the picture for ten minutes. */
export type ClassPerson = { id: number; name: string; avatarId: number | null; avatar: string | null }
export type ClassRow = {
  id: number
  companyId: number
  company: string
  name: string
  userId: number | null
  userName: string | null
  avatarId: number | null
  avatar: string | null
  type: ClassType
  state: ClassState
  dateRange: [string, string]
  videoFileName: string | null
  meetInfo: string | null
  checks: ClassPerson[]
  comments: number
  shared: boolean
  createTimeStr: string
  rowVersion: number
}
/** `videoUrl` works for ten minutes. */
export type ClassDetail = ClassRow & {
  videoUrl: string | null
  speechText: string | null
  guidance: string | null
  shareKey: string | null
}
/** `path` needs no sign-in, and stops working when the session is no longer shared. */
export type ClassShare = { id: number; shareKey: string; path: string }
/** The part of a shared session that anyone with its key sees. */
export type Activity = {
  name: string
  type: ClassType
  state: ClassState
  dateRange: [string, string]
  speechText: string | null
  videoUrl: string | null
}
/**
 * Address of the live meeting, valid for at most five minutes; null = no address is configured, or the session has no
 * meeting.
 */
export type ClassMeeting = { configured: boolean; url: string | null }

/** Scores of precise comments; `average` to one decimal, null = none has a score. */
export type ScoreLine = {
  name: string | null
  comments: number
  scored: number
  average: number | null
  lowest: number | null
  highest: number | null
}
export type ClassReport = {
  session: ClassRow
  total: ScoreLine
  people: ScoreLine[]
  models: ScoreLine[]
  tags: ScoreLine[]
  /** The first `reportedComments` of each kind, the oldest first. */
  comments: CommentRow[]
  precise: CommentRow[]
}
export const reportedComments = 500

/** Return the page address of a shared session. */
export const activityPath = (shareKey: string): string => `/activity?key=${shareKey}`

/** Return the seconds of a point in time written mm:ss or hh:mm:ss. */
export const secondsOfPoint = (point: string): number =>
  point.split(':').reduce((total, part) => total * 60 + Number(part), 0)
/** Format as mm:ss, from one hour on as hh:mm:ss. */
export function pointOfSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  return hours > 0 ? `${two(hours)}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`
}
