import { z } from 'zod'
import { baseSave } from './base-records.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

const longestName = 64

/** Stations are the groups of the documents. */
export const StationListRequest = closedRequest({
  ...Paging.shape,
  name: unlimited(z.string().trim().max(longestName)),
  companyId: unlimited(Id),
  /** Only stations of the base of `companyId` itself; by default headquarters sees those of all bases. */
  own: unlimited(z.boolean()),
  // Documented clients send back the total of the last response.
  total: unlimited(z.unknown()),
})
export type StationListRequest = z.output<typeof StationListRequest>
/** A user's filters of the list. */
export const StationFilters = StationListRequest.pick({ name: true })

export const stationFields = {
  name: z
    .string()
    .trim()
    .max(longestName)
    .refine((name) => name !== '', { message: 'stationName' }),
}
/**
 * With an id it renames that station. A station stays with its base; `companyId` applies to a new one, by default the
 * caller's own.
 */
export const StationSave = baseSave(stationFields)
export type StationSave = z.output<typeof StationSave>

/** A station with its base and the number of its people. */
export type StationRow = {
  id: number
  name: string
  companyId: number
  company: string
  users: number
  updateTimeStr: string
  rowVersion: number
}
