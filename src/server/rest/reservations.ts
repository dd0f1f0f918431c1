import { z } from 'zod'
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
import { answerOf, count, deletedAnswer, id, listOf, optionalId, optionalText, text } from './answer-schemas.ts'
import { firstPage, tanker } from './example-values.ts'
import { type Route, route } from './route.ts'

export const tankerType = answerOf<TankerTypeName>()(z.enum(tankerTypes))
const slot = { reserveTime: text, reservePeriod: z.enum(reservePeriods), tankerType }
export const tankerFields = {
  checkedOrg: optionalText,
  licenseNumber: optionalText,
  contactName: optionalText,
  phone: optionalText,
}

export const planAnswer = answerOf<PlanRow>()(
  z.object({
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
  }),
)
export const planFillAnswer = answerOf<PlanFillAnswer>()(z.object({ added: count, kept: count }))
export const reservationAnswer = answerOf<ReservationRow>()(
  z.object({
    id,
    planId: id,
    companyId: id,
    company: text,
    ...slot,
    tankerNumber: text,
    ...tankerFields,
    state: z.enum(reservationStates),
    reportId: optionalId,
    reportNumber: optionalText,
    userName: optionalText,
    createTimeStr: text,
    rowVersion: id,
  }),
)

/** Reservation plans and reservations. */
export const reservationRoutes: readonly Route[] = [
  route('POST', '/reservationPlan/find/', 'plans.find', {
    call: 'C142',
    title: 'api.planFind',
    answer: listOf(planAnswer),
    example: { body: { ...firstPage, companyId: 2, reserveTimeQuery: ['{today}', '{today+6}'], planKind: 'week' } },
  }),
  route('POST', '/reservationPlan/save', 'plans.save', {
    call: 'C112',
    title: 'api.planSave',
    answer: planAnswer,
    example: {
      body: {
        companyId: 2,
        planKind: 'week',
        reserveTime: '{today+28}',
        reservePeriod: '上午',
        tankerType: '承压车',
        totalCount: 4,
      },
    },
  }),
  route('POST', '/reservationPlan/fill', 'plans.fill', {
    title: 'api.planFill',
    answer: planFillAnswer,
    example: {
      body: {
        companyId: 2,
        planKind: 'month',
        from: '{today+35}',
        to: '{today+48}',
        weekdays: [1, 3, 5],
        reservePeriods: ['上午', '下午'],
        tankerTypes: ['常压车'],
        totalCount: 4,
      },
    },
  }),
  route('POST', '/reservationPlan/delete/:id', 'plans.delete', {
    title: 'api.planDelete',
    answer: deletedAnswer,
    example: { params: { id: 45 }, needs: 'api.needs.emptyPlan' },
  }),
  route('POST', '/reservation/find/', 'reservations.find', {
    title: 'api.reservationFind',
    answer: listOf(reservationAnswer),
    example: { body: { ...firstPage, companyId: 2, reserveTimeQuery: ['{today}', '{today+6}'], state: 'waiting' } },
  }),
  route('POST', '/reservation/save', 'reservations.save', {
    title: 'api.reservationSave',
    answer: reservationAnswer,
    example: { body: { planId: 45, ...tanker }, needs: 'api.needs.plan' },
  }),
  route('POST', '/reservation/cancel/:id', 'reservations.cancel', {
    title: 'api.reservationCancel',
    answer: reservationAnswer,
    example: { params: { id: 57 }, needs: 'api.needs.waiting' },
  }),
]
