import { z } from 'zod'
import {
  type Activity,
  type ClassDetail,
  type ClassMeeting,
  type ClassReport,
  type ClassRow,
  type ClassShare,
  type ClassVideoAnswer,
  classStates,
  classTypes,
} from '#shared/classes.ts'
import type { Reviewer } from '#shared/device-detail.ts'
import { sexes, type TesteeRow, type TownRow, type TraceDetail, type TraceRow } from '#shared/traces.ts'
import { commentAnswer } from './comment-answers.ts'

/** What traces, testees and class sessions answer; see answers.ts. */
const text = z.string()
const optionalText = text.nullable()
const id = z.int().min(1)
const optionalId = id.nullable()
const count = z.int().min(0)
const figure = z.number().nullable()

export const traceShape = {
  id,
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  testeeId: optionalId,
  deviceId: optionalId,
  serial: optionalText,
  name: optionalText,
  sex: z.enum(sexes).nullable(),
  phone: optionalText,
  age: count.nullable(),
  townId: optionalId,
  townName: optionalText,
  measureTimeStr: optionalText,
  systolic: figure,
  diastolic: figure,
  fastingBloodSugar: figure,
  bmi: figure,
  conclusions: optionalText,
  userId: optionalId,
  userName: optionalText,
  createTimeStr: text,
  updateTimeStr: text,
  rowVersion: id,
}
export const traceRowAnswer: z.ZodType<TraceRow> = z.object(traceShape)
export const traceDetailAnswer: z.ZodType<TraceDetail> = z.object({
  ...traceShape,
  attachments: z.array(z.object({ id, fileName: text, mime: text, size: count, url: text })),
})
export const testeeAnswer: z.ZodType<TesteeRow> = z.object({
  id,
  name: text,
  sex: z.enum(sexes).nullable(),
  phone: optionalText,
  birthday: optionalText,
  age: count.nullable(),
  townId: optionalId,
  townName: optionalText,
  traces: count,
  lastMeasureTimeStr: optionalText,
  createTimeStr: text,
  rowVersion: id,
})
export const townAnswer: z.ZodType<TownRow> = z.object({ id, name: text })

const classShape = {
  id,
  companyId: id,
  company: text,
  name: text,
  userId: optionalId,
  userName: optionalText,
  avatarId: optionalId,
  avatar: optionalText,
  type: z.enum(classTypes),
  state: z.enum(classStates),
  dateRange: z.tuple([text, text]),
  videoFileName: optionalText,
  meetInfo: optionalText,
  checks: z.array(z.object({ id, name: text, avatarId: optionalId, avatar: optionalText })),
  comments: count,
  shared: z.boolean(),
  createTimeStr: text,
  rowVersion: id,
}
export const classAnswer: z.ZodType<ClassRow> = z.object(classShape)
export const classDetailAnswer: z.ZodType<ClassDetail> = z.object({
  ...classShape,
  videoUrl: optionalText,
  speechText: optionalText,
  guidance: optionalText,
  shareKey: optionalText,
})
export const classStaffAnswer: z.ZodType<Reviewer[]> = z.array(z.object({ id, name: text }))
export const classShareAnswer: z.ZodType<ClassShare> = z.object({ id, shareKey: text, path: text })
export const classMeetingAnswer: z.ZodType<ClassMeeting> = z.object({ configured: z.boolean(), url: optionalText })
export const meetingCheckAnswer: z.ZodType<{ valid: boolean }> = z.object({ valid: z.boolean() })
export const classVideoAnswer: z.ZodType<ClassVideoAnswer> = z.object({ uploadId: text, received: count, videoFileName: optionalText })
export const activityAnswer: z.ZodType<Activity> = z.object({
  name: text,
  type: z.enum(classTypes),
  state: z.enum(classStates),
  dateRange: z.tuple([text, text]),
  speechText: optionalText,
  videoUrl: optionalText,
})
const scores = z.object({ name: optionalText, comments: count, scored: count, average: figure, lowest: figure, highest: figure })
export const classReportAnswer: z.ZodType<ClassReport> = z.object({
  session: classAnswer,
  total: scores,
  people: z.array(scores),
  models: z.array(scores),
  tags: z.array(scores),
  comments: z.array(commentAnswer),
  precise: z.array(commentAnswer),
})
