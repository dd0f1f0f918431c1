import { z } from 'zod'
import { baseSave } from './base-records.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

const longestName = 64

/** Stations are the documents' groups. */
export const StationListRequest = closedRequest({
  ...Paging.shape,
  name: unlimited(z.string().trim().max(longestName)),
  companyId: unlimited(Id),
  /** Only those of the base of `companyId` itself; headquarters otherwise shows those of all bases. */
  own: unlimited(z.boolean()),
  // Documented clients send back what the last answer said.
  total: unlimited(z.unknown()),
})
export type StationListRequest = z.output<typeof StationListRequest>
/** What a person narrows the list by. */
export const StationFilters = StationListRequest.pick({ name: true })

export const stationFields = {
  name: z
    .string()
    .trim()
    .max(longestName)
    .refine((name) => name !== '', { message: 'stationName' }),
}
/** With an id it renames that station. A station stays with its base; `companyId` counts for a new one, the caller's own when not said. */
export const StationSave = baseSave(stationFields)
export type StationSave = z.output<typeof StationSave>

/** A station with the base it belongs to and the number of its people. */
export type StationRow = {
  id: number
  name: string
  companyId: number
  company: string
  users: number
  updateTimeStr: string
  rowVersion: number
}
