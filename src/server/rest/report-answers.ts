import { z } from 'zod'
import { type DrawingAnswer, type LookUpAnswer, type ReportDetail, type ReportRow, reportStatuses } from '#shared/reports.ts'
import {
  type PlanFillAnswer,
  type PlanRow,
  planKinds,
  type ReservationRow,
  reservationStates,
  reservePeriods,
  type TankerType as TankerTypeName,
  tankerTypes,
} from '#shared/reservations.ts'

/** What plans, reservations and reports answer; see answers.ts. */
const text = z.string()
const optionalText = text.nullable()
const id = z.int().min(1)
const optionalId = id.nullable()
const count = z.int().min(0)
const tankerType: z.ZodType<TankerTypeName> = z.enum(tankerTypes)
const slot = { reserveTime: text, reservePeriod: z.enum(reservePeriods), tankerType }
const tanker = { checkedOrg: optionalText, licenseNumber: optionalText, contactName: optionalText, phone: optionalText }

export const planAnswer: z.ZodType<PlanRow> = z.object({
  id,
  companyId: id,
  company: text,
  planKind: z.enum(planKinds),
  ...slot,
  totalCount: count,
  reservedCount: count,
  remainCount: count,
  createTimeStr: text,
  rowVersion: id,
})
export const planFillAnswer: z.ZodType<PlanFillAnswer> = z.object({ added: count, kept: count })
export const reservationAnswer: z.ZodType<ReservationRow> = z.object({
  id,
  planId: id,
  companyId: id,
  company: text,
  ...slot,
  tankerNumber: text,
  ...tanker,
  state: z.enum(reservationStates),
  reportId: optionalId,
  reportNumber: optionalText,
  userName: optionalText,
  createTimeStr: text,
  rowVersion: id,
})

const report = {
  id,
  reportNumber: text,
  checkCode: text,
  companyId: id,
  orgName: text,
  tankerNumber: optionalText,
  tankerType: tankerType.nullable(),
  ...tanker,
  checkMethod: optionalText,
  status: z.literal(reportStatuses),
  result: optionalText,
  stationId: optionalId,
  station: optionalText,
  testeeId: optionalId,
  reservationId: optionalId,
  name: optionalText,
  traceName: optionalText,
  townName: optionalText,
  examinationName: optionalText,
  content: optionalText,
  examinationDescribe: optionalText,
  hasDrawing: z.boolean(),
  userId: optionalId,
  userName: optionalText,
  userPhone: optionalText,
  createTimeStr: text,
  updateTimeStr: text,
  finishedTimeStr: optionalText,
  rowVersion: id,
}
export const reportAnswer: z.ZodType<ReportRow> = z.object(report)
export const reportDetailAnswer: z.ZodType<ReportDetail> = z.object({ ...report, stations: z.array(z.object({ id, name: text })) })
export const drawingAnswer: z.ZodType<DrawingAnswer> = z.object({
  id,
  fabric: z.looseObject({ objects: z.array(z.unknown()).optional() }).nullable(),
  rowVersion: id,
})
export const lookUpAnswer: z.ZodType<LookUpAnswer> = z.object({
  reportNumber: text,
  tankerNumber: optionalText,
  tankerType: tankerType.nullable(),
  checkMethod: optionalText,
  result: optionalText,
  orgName: text,
  finishedTimeStr: optionalText,
})
