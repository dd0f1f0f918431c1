import { z } from 'zod'
import { Paging } from './paging.ts'
import { clearable, closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** Rows on a page of the amount settings. */
export const measurePageSize = 10
const longestMethod = 64
const longestDescription = 200
const largestYuan = 8

/** Return the problem of a field, by its message in `problems.ts`. */
const methodProblem = (text: string): 'checkMethod' | null => (text.trim() === '' ? 'checkMethod' : null)
function amountProblem(text: string): 'cashAmount' | 'cashAmountForm' | null {
  if (text.trim() === '') return 'cashAmount'
  return new RegExp(`^\\d{1,${largestYuan}}(\\.\\d{1,2})?$`).test(text.trim()) ? null : 'cashAmountForm'
}
const saidBy = (problem: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const message = problem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
}

/**
 * Yuan with at most two decimals, as a number or as text; the digits are stored as sent, so that no fraction is ever
 * rounded.
 */
const CashAmount = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : (value ?? '')),
  z.string().trim().superRefine(saidBy(amountProblem)),
)

export const MeasureListRequest = closedRequest({
  page: Paging.shape.page,
  size: unlimited(Paging.shape.size).transform((size) => size ?? measurePageSize),
  /** A part of the check method or the description. */
  name: unlimited(z.string().trim().max(longestDescription)),
  companyId: unlimited(Id),
  total: unlimited(z.unknown()),
})
export type MeasureListRequest = z.output<typeof MeasureListRequest>
/** A user's filters of the list. */
export const MeasureFilters = MeasureListRequest.pick({ name: true })

export const measureFields = {
  checkMethod: z.preprocess(
    (value) => value ?? '',
    z.string().trim().max(longestMethod).superRefine(saidBy(methodProblem)),
  ),
  description: clearable(z.string().trim().max(longestDescription)),
  cashAmount: CashAmount,
}
/** `companyId` = the base of the amount; by default the caller's own. */
export const MeasureSave = z.object({ ...measureFields, companyId: unlimited(Id) })
export type MeasureSave = z.output<typeof MeasureSave>
/** Missing fields keep their stored values. */
export const MeasureUpdate = z.object({ ...z.object(measureFields).partial().shape, id: Id, rowVersion: RowVersion })
export type MeasureUpdate = z.output<typeof MeasureUpdate>

/** The cost of a check method at a base; `cashAmount` in yuan, two decimals. */
export type MeasureRow = {
  id: number
  companyId: number
  company: string
  checkMethod: string
  description: string | null
  cashAmount: number
  updateTimeStr: string
  rowVersion: number
}
