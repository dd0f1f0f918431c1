import { z } from 'zod'
import { Day, daysBetween } from './dates.ts'
import { Paging } from './paging.ts'
import { DriverPhone } from './phone.ts'
import { clearable, closedRequest, Id, limitOf, unlimited } from './request-fields.ts'

/** A week plan is created by the management for a base, a month plan by the base itself. */
export const planKinds = ['week', 'month'] as const
export type PlanKind = (typeof planKinds)[number]
/** As documented (R432, R433); sent and stored unchanged. */
export const reservePeriods = ['上午', '下午'] as const
export type ReservePeriod = (typeof reservePeriods)[number]
export const tankerTypes = ['常压车', '承压车'] as const
export type TankerType = (typeof tankerTypes)[number]

/** Maximum tankers in one slot, and days that one call fills. */
export const mostTankers = 999
const mostDays = 62
const longestName = 64
const longestNumber = 32

const PlanKind = z.enum(planKinds)
const ReservePeriod = z.enum(reservePeriods)
export const TankerType = z.enum(tankerTypes)
/** A day, or a moment of which only the day counts. */
const DayOf = z.preprocess((value) => (typeof value === 'string' ? value.slice(0, 10) : value), Day)
/** Both days inclusive; documented clients send an empty list, "" or null for "unlimited". */
export const DayRange = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? undefined : limitOf(value)),
  z.tuple([DayOf, DayOf]).optional(),
)
/** As read by the caller; if it has changed since, nothing is written. */
export const RowVersion = unlimited(z.coerce.number().int().min(1).max(2_147_483_647))
const TotalCount = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
  z.number().int().min(0).max(mostTankers),
)
export const clearableText = (longest: number) => clearable(z.string().trim().max(longest))
/** Documented clients send back the total of the last response. */
export const Total = unlimited(z.unknown())

const filters = {
  ...Paging.shape,
  total: Total,
  companyId: unlimited(Id),
  /** One day; `reserveTimeQuery` a range of them. */
  reserveTime: unlimited(DayOf),
  reserveTimeQuery: DayRange,
  reservePeriod: unlimited(ReservePeriod),
  tankerType: unlimited(TankerType),
}
export const PlanFind = closedRequest({ ...filters, planKind: unlimited(PlanKind) })
export type PlanFind = z.output<typeof PlanFind>

/** Create the plan of one slot, or change the one with the `id`; missing fields keep their stored values. */
export const PlanSave = z.object({
  id: unlimited(Id),
  rowVersion: RowVersion,
  companyId: unlimited(Id),
  planKind: unlimited(PlanKind),
  reserveTime: unlimited(DayOf),
  reservePeriod: unlimited(ReservePeriod),
  tankerType: unlimited(TankerType),
  totalCount: unlimited(TotalCount),
})
export type PlanSave = z.output<typeof PlanSave>
const places = z.string().regex(/^\d{1,3}$/)
/** The form of one slot: no plan may be created or changed for a day before `today`. */
export const planForm = (today: Day) =>
  z.object({
    reserveTime: Day.refine((day) => day >= today),
    reservePeriod: ReservePeriod,
    tankerType: TankerType,
    totalCount: places,
  })
/** The form of many slots. */
export const planFillForm = (today: Day) =>
  z.object({
    from: Day.refine((day) => day >= today),
    to: Day,
    weekdays: z.array(z.number()).min(1),
    reservePeriods: z.array(ReservePeriod).min(1),
    tankerTypes: z.array(TankerType).min(1),
    totalCount: places,
  })

/** Plans for every slot of these days, periods and types that has none yet. `weekdays` 1 = Monday … 7 = Sunday. */
export const PlanFill = z
  .object({
    companyId: unlimited(Id),
    planKind: PlanKind,
    from: DayOf,
    to: DayOf,
    weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    reservePeriods: z.array(ReservePeriod).min(1).max(2),
    tankerTypes: z.array(TankerType).min(1).max(2),
    totalCount: TotalCount,
  })
  .refine(({ from, to }) => from <= to && daysBetween(from, to).length <= mostDays, {
    path: ['to'],
    message: 'dateRange',
  })
export type PlanFill = z.output<typeof PlanFill>
export type PlanFillAnswer = { added: number; kept: number }

/** `reservedCount` of `totalCount` tankers are reserved. */
export type PlanRow = {
  id: number
  companyId: number
  company: string
  planKind: PlanKind
  /** A business day. */
  reserveTime: string
  reservePeriod: ReservePeriod
  tankerType: TankerType
  totalCount: number
  reservedCount: number
  remainCount: number
  createTimeStr: string
  rowVersion: number
}

/** waiting = reserved and not arrived yet, arrived = has a report. */
export const reservationStates = ['waiting', 'arrived', 'cancelled'] as const
export type ReservationState = (typeof reservationStates)[number]

export const ReservationFind = closedRequest({
  ...filters,
  /** A part of the tanker's number, licence, organisation or driver. */
  name: unlimited(z.string().trim().max(longestName)),
  planId: unlimited(Id),
  state: unlimited(z.enum(reservationStates)),
})
export type ReservationFind = z.output<typeof ReservationFind>
/**
 * A user's filters of the list, by their names in the address: by default the coming week, `from` "all" for all days.
 */
export const ReservationFilters = z.object({
  name: ReservationFind.shape.name,
  from: unlimited(z.union([z.literal('all'), Day])),
  to: unlimited(Day),
  state: ReservationFind.shape.state,
  type: unlimited(TankerType),
  company: unlimited(Id),
  plan: unlimited(Id),
})
/** The day and the company of the plan board, or of the reception. */
export const BoardFilters = z.object({ day: unlimited(Day), company: unlimited(Id) })

/** Reserve one tanker in a plan, or change the reservation with the `id`; missing fields keep their stored values. */
export const ReservationSave = z.object({
  id: unlimited(Id),
  rowVersion: RowVersion,
  planId: unlimited(Id),
  tankerNumber: unlimited(z.string().trim().max(longestNumber)),
  licenseNumber: clearableText(longestNumber),
  checkedOrg: clearableText(longestName),
  contactName: clearableText(longestName),
  phone: DriverPhone,
})
export type ReservationSave = z.output<typeof ReservationSave>
/** The forms for an expected tanker, and for one that has arrived. */
export const ReservationForm = ReservationSave.extend({
  planId: Id,
  tankerNumber: z.string().trim().min(1).max(longestNumber),
})
export const RegisterForm = ReservationForm.omit({ planId: true }).extend({
  tankerType: TankerType,
  checkMethod: clearableText(longestName),
})

/** `phone` is masked unless the reader administers users. */
export type ReservationRow = {
  id: number
  planId: number
  companyId: number
  company: string
  reserveTime: string
  reservePeriod: ReservePeriod
  tankerType: TankerType
  tankerNumber: string
  licenseNumber: string | null
  checkedOrg: string | null
  contactName: string | null
  phone: string | null
  state: ReservationState
  /** The report created when the tanker arrived. */
  reportId: number | null
  reportNumber: string | null
  userName: string | null
  createTimeStr: string
  rowVersion: number
}
