import { z } from 'zod'
import { Moment } from './moment.ts'
import { Paging } from './paging.ts'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'
import type { Sex } from './testees.ts'

const longestName = 64
const longestConclusions = 2_000
/** Ranges of measurements. Units: mmHg, mmHg, mmol/L, kg/m². */
export const measureRanges = {
  systolic: { min: 40, max: 300, unit: 'mmHg' },
  diastolic: { min: 20, max: 200, unit: 'mmHg' },
  fastingBloodSugar: { min: 0.5, max: 60, unit: 'mmol/L' },
  bmi: { min: 5, max: 100, unit: 'kg/m²' },
} as const
export type Measure = keyof typeof measureRanges
export const measures = ['systolic', 'diastolic', 'fastingBloodSugar', 'bmi'] as const satisfies readonly Measure[]

const number = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
    z.number().min(least).max(most),
  )
const measured = (name: Measure) => clearable(number(measureRanges[name].min, measureRanges[name].max))
const pressure = (name: Measure) =>
  clearable(number(measureRanges[name].min, measureRanges[name].max).pipe(z.number().int()))

/** 0 new, 1 published, 2 not published, 3 judged invalid. */
export const traceStatuses = [0, 1, 2, 3] as const
export type TraceStatus = (typeof traceStatuses)[number]
/** A trace of a device or of a testee. */
export type DeviceTrace = {
  id: number | null
  deviceId: number | null
  testeeId: number | null
  status: TraceStatus
  person: string | null
  timeStr: string | null
}
/** A trace by its id, or the newest trace of a device, which is created if there is none (R094). */
export const TraceStatusRequest = z
  .object({
    id: unlimited(Id),
    deviceId: unlimited(Id),
    status: z.preprocess(
      (value) => (typeof value === 'string' ? Number(value) : value),
      z.union([z.literal(1), z.literal(2), z.literal(3)]),
    ),
  })
  .refine(({ id, deviceId }) => (id === undefined) !== (deviceId === undefined), { path: ['id'], message: 'missing' })
export type TraceStatusRequest = z.output<typeof TraceStatusRequest>

const status = unlimited(
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value),
    // Each of `traceStatuses` as a literal: built by a loop, it costs tsc more than the rest of this folder.
    z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  ),
)
export const TraceListRequest = closedRequest({
  testeeId: unlimited(Id),
  userId: unlimited(Id),
  deviceId: unlimited(Id),
  townId: unlimited(Id),
  companyId: unlimited(Id),
  status,
  /** A part of the name of the testee, or of the serial of the device. */
  name: unlimited(z.string().trim().max(longestName)),
  total: z.unknown().optional(),
  ...Paging.shape,
})
export type TraceListRequest = z.output<typeof TraceListRequest>
export const TraceFilters = TraceListRequest.pick({ name: true, status: true, townId: true, testeeId: true })
export const OwnTracesRequest = closedRequest({ userId: unlimited(Id), ...Paging.shape })
export const TesteeTracesRequest = closedRequest({ testeeId: Id, ...Paging.shape })
export const TownTracesRequest = closedRequest({ townId: Id, ...Paging.shape })

const measuredFields = {
  measureTimeStr: unlimited(Moment),
  systolic: pressure('systolic'),
  diastolic: pressure('diastolic'),
  fastingBloodSugar: measured('fastingBloodSugar'),
  bmi: measured('bmi'),
  conclusions: clearable(z.string().trim().max(longestConclusions)),
}
type Pressures = { systolic?: number | null | undefined; diastolic?: number | null | undefined }
/** Is the lower pressure below the upper one, if both are known? */
export const inOrder = ({ systolic, diastolic }: Pressures): boolean =>
  typeof systolic !== 'number' || typeof diastolic !== 'number' || diastolic < systolic
type Found = { [Name in Measure]?: number | null | undefined } & { conclusions?: string | null | undefined }
/** Is there a measurement or a conclusion? */
export const hasFindings = ({ conclusions, ...found }: Found): boolean =>
  Boolean(conclusions) || measures.some((name) => typeof found[name] === 'number')
/** Without a time: measured now. */
export const TraceSave = z
  .object({ testeeId: Id, ...measuredFields })
  .refine(inOrder, { path: ['diastolic'], message: 'pressureOrder' })
  .refine(hasFindings, { path: ['systolic'], message: 'noFindings' })
export type TraceSave = z.output<typeof TraceSave>
/** The form: no measurement after `now`, a moment in business time. */
export const traceForm = (now: string) =>
  TraceSave.refine(({ measureTimeStr }) => measureTimeStr === undefined || measureTimeStr <= now, {
    path: ['measureTimeStr'],
  })
export const TraceUpdate = z
  .object({ id: Id, ...measuredFields, rowVersion: unlimited(Id) })
  .refine(inOrder, { path: ['diastolic'], message: 'pressureOrder' })
export type TraceUpdate = z.output<typeof TraceUpdate>

/** A finding about a testee or a device; measurements are null for a user who may not see them. */
export type TraceRow = {
  id: number
  status: TraceStatus
  testeeId: number | null
  deviceId: number | null
  serial: string | null
  name: string | null
  sex: Sex | null
  /** Masked for users who do not manage people. */
  phone: string | null
  /** In whole years, today. */
  age: number | null
  townId: number | null
  townName: string | null
  measureTimeStr: string | null
  systolic: number | null
  diastolic: number | null
  fastingBloodSugar: number | null
  bmi: number | null
  conclusions: string | null
  userId: number | null
  userName: string | null
  createTimeStr: string
  updateTimeStr: string
  rowVersion: number
}
/** `url` works for ten minutes. */
export type TraceFile = { id: number; fileName: string; mime: string; size: number; url: string }
export type TraceDetail = TraceRow & { attachments: TraceFile[] }
