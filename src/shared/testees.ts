import { z } from 'zod'
import { Day } from './dates.ts'
import { Paging } from './paging.ts'
import { TesteePhone } from './phone.ts'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'

const longestName = 64

export const sexes = ['男', '女'] as const
export type Sex = (typeof sexes)[number]

export const TownListRequest = closedRequest({ name: unlimited(z.string().trim().max(longestName)), ...Paging.shape })
export type TownListRequest = z.output<typeof TownListRequest>
export const TownSave = z.object({ name: z.string().trim().min(1).max(longestName) })
export type TownRow = { id: number; name: string }

export const TesteeListRequest = closedRequest({
  name: unlimited(z.string().trim().max(longestName)),
  townId: unlimited(Id),
  companyId: unlimited(Id),
  ...Paging.shape,
})
export type TesteeListRequest = z.output<typeof TesteeListRequest>
export const TesteeFilters = TesteeListRequest.pick({ name: true, townId: true })

const testeeFields = {
  name: z.string().trim().min(1).max(longestName),
  sex: clearable(z.enum(sexes)),
  phone: TesteePhone,
  birthday: clearable(Day.refine((day) => day >= '1900-01-01')),
  townId: clearable(Id),
}
export const TesteeSave = z.object({ ...testeeFields, companyId: unlimited(Id) })
export type TesteeSave = z.output<typeof TesteeSave>
/** The form: no birthday after `today`. */
export const testeeForm = (today: Day) =>
  TesteeSave.refine(({ birthday }) => !birthday || birthday <= today, { path: ['birthday'] })
/** Missing fields keep their stored values: a user who may not see a phone must not erase it. */
export const TesteeUpdate = z.object({
  id: Id,
  ...testeeFields,
  name: testeeFields.name.optional(),
  rowVersion: unlimited(Id),
})
export type TesteeUpdate = z.output<typeof TesteeUpdate>

/** `phone` and `birthday` are for users who manage people; others see a masked phone and the age. */
export type TesteeRow = {
  id: number
  name: string
  sex: Sex | null
  phone: string | null
  birthday: string | null
  age: number | null
  townId: number | null
  townName: string | null
  traces: number
  lastMeasureTimeStr: string | null
  createTimeStr: string
  rowVersion: number
}
