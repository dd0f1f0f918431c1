import { z } from 'zod'
import { Day } from './dates.ts'
import { longestReportNumber } from './field-limits.ts'
import { Paging } from './paging.ts'
import { DriverPhone } from './phone.ts'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'
import {
  clearableText,
  DayRange,
  RowVersion,
  TankerType,
  type TankerType as TankerTypeName,
  Total,
} from './reservations.ts'

/** 待检, 检验中, 已完成, 已取消. */
export const reportStatuses = [0, 1, 2, 3] as const
export type ReportStatus = (typeof reportStatuses)[number]

const nextStatuses: Record<ReportStatus, readonly ReportStatus[]> = { 0: [1, 3], 1: [2, 3], 2: [], 3: [] }
/**
 * Changes that only the management may undo: a finished inspection is reopened, a cancelled one waits again. Source:
 * R480
 */
const reopened: Partial<Record<ReportStatus, ReportStatus>> = { 2: 1, 3: 0 }

/** May a report change from one status to another? The complete table of status changes. */
export const mayBecome = (from: ReportStatus, to: ReportStatus, isManager: boolean): boolean =>
  nextStatuses[from].includes(to) || (isManager && reopened[from] === to)
/** Only the management changes a finished or cancelled report. */
export const isFinal = (status: ReportStatus): boolean => nextStatuses[status].length === 0

/** Results that the screens offer; a program may send another text. */
export const reportResults = ['合格', '不合格'] as const

const longestName = 64
const longestNumber = 32
const longestText = 4_000
export const longestDrawing = 256 * 1024
const deepestDrawing = 32

const Status = z.preprocess(
  (value) => (typeof value === 'string' && /^[0-3]$/.test(value) ? Number(value) : value),
  z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
)

export const ReportFind = closedRequest({
  ...Paging.shape,
  total: Total,
  /** A part of the report's or tanker's number, licence, organisation, driver or name. */
  name: unlimited(z.string().trim().max(longestName)),
  companyId: unlimited(Id),
  status: unlimited(Status),
  tankerType: unlimited(TankerType),
  /** Business days of the creation of reports, both inclusive. */
  createTimeQuery: DayRange,
})
export type ReportFind = z.output<typeof ReportFind>
/** A user's filters of the list, by their names in the address; `from` and `to` are the days of `createTimeQuery`. */
export const ReportFilters = z.object({
  name: ReportFind.shape.name,
  from: unlimited(Day),
  to: unlimited(Day),
  state: ReportFind.shape.status,
  type: ReportFind.shape.tankerType,
  company: unlimited(Id),
})
export const ReportsOfUser = z.object({ id: Id, ...Paging.shape })

const fields = {
  testeeId: clearable(Id),
  stationId: clearable(Id),
  checkedOrg: clearableText(longestName),
  tankerNumber: clearableText(longestNumber),
  tankerType: clearable(TankerType),
  licenseNumber: clearableText(longestNumber),
  contactName: clearableText(longestName),
  phone: DriverPhone,
  checkMethod: clearableText(longestName),
  result: clearableText(longestName),
  name: clearableText(longestName),
  traceName: clearableText(longestName),
  townName: clearableText(longestName),
  examinationName: clearableText(longestName),
  content: clearableText(longestText),
  examinationDescribe: clearableText(longestText),
}
/** Missing fields keep their stored values; the status has its own call. */
export const ReportSave = z.object({ ...fields, id: unlimited(Id), rowVersion: RowVersion, companyId: unlimited(Id) })
export type ReportSave = z.output<typeof ReportSave>
/** The form of a report: without a testee, the number of its tanker is required. */
export const reportForm = (hasTestee: boolean) =>
  hasTestee ? ReportSave : ReportSave.extend({ tankerNumber: z.string().trim().min(1).max(longestNumber) })
/** The form that finishes a report: the result is required. */
export const FinishForm = ReportSave.pick({ examinationDescribe: true }).extend({ result: z.string().min(1) })
/** The registration, before the inspection; missing fields come from the reservation. */
export const ReportSaveFirst = z
  .object({ ...fields, companyId: unlimited(Id), reservationId: unlimited(Id) })
  .omit({ result: true, examinationDescribe: true })
export type ReportSaveFirst = z.output<typeof ReportSaveFirst>

export const ReportStatusChange = z.object({ id: Id, status: Status, rowVersion: RowVersion })
export const ByTestee = z.object({ testeeId: Id })

/** Is a value no deeper than any drawing? Walked without recursion, because the caller determines the depth. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= deepestDrawing; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return true
  }
  return false
}
/** JSON of a canvas: any object with a list of `objects`. */
export type Drawing = { [key: string]: unknown; objects?: unknown[] }
const Canvas = z
  .looseObject({ objects: z.array(z.unknown()).optional() })
  .refine((drawing) => isShallow(drawing) && JSON.stringify(drawing).length <= longestDrawing)

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestDrawing) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
/** Return the canvas, sent directly or in a field `fabric`, as an object or as its text. */
function canvasOf(value: unknown): unknown {
  const sent = parsed(value)
  return typeof sent === 'object' && sent !== null && 'fabric' in sent ? parsed(sent.fabric) : sent
}
/** `fabricVersion` = the version of the drawing that the caller has read (EDITED_BY_OTHERS); without it, any. */
export const ReportDrawing = z.object({
  id: Id,
  fabric: z.preprocess(canvasOf, Canvas),
  fabricVersion: z.coerce.number().int().min(0).optional(),
})

/** A report in lists and responses; phones are masked unless the reader administers users. */
export type ReportRow = {
  id: number
  reportNumber: string
  checkCode: string
  companyId: number
  /** The base. */
  orgName: string
  checkedOrg: string | null
  tankerNumber: string | null
  tankerType: TankerTypeName | null
  licenseNumber: string | null
  /** The driver. */
  contactName: string | null
  phone: string | null
  checkMethod: string | null
  status: ReportStatus
  result: string | null
  stationId: number | null
  station: string | null
  testeeId: number | null
  reservationId: number | null
  name: string | null
  traceName: string | null
  townName: string | null
  examinationName: string | null
  content: string | null
  examinationDescribe: string | null
  hasDrawing: boolean
  userId: number | null
  userName: string | null
  userPhone: string | null
  createTimeStr: string
  updateTimeStr: string
  finishedTimeStr: string | null
  rowVersion: number
}
/** With the stations of the base in the order of a tanker's route. */
export type ReportDetail = ReportRow & { stations: { id: number; name: string }[] }
export type DrawingAnswer = { id: number; fabric: Drawing | null; fabricVersion: number; rowVersion: number }

/** Letters and digits that cannot be confused with each other. */
export const checkCodeSigns = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const LookUpRequest = z.object({
  reportNumber: z.string().trim().toUpperCase().min(1).max(longestReportNumber),
  checkCode: z.string().trim().toUpperCase().min(1).max(16),
})
/** The public data of a finished inspection. */
export type LookUpAnswer = {
  reportNumber: string
  tankerNumber: string | null
  tankerType: TankerTypeName | null
  checkMethod: string | null
  result: string | null
  orgName: string
  finishedTimeStr: string | null
}
