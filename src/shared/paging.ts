import { z } from 'zod'
import { unlimited, wholeNumber } from './request-fields.ts'

/** Page sizes that a user can choose; programs may request any size up to maxPageSize. */
export const pageSizes = [5, 10, 20, 50, 100] as const
/** Lists with another one name it `<list>PageSize` beside their requests: users, measures, comments, projects, audit. */
export const defaultPageSize = 20
/** The documented "export all" size, the largest page of a list call. */
export const maxPageSize = 1020
export const maxPage = 100_000
/** Maximum length of a search text. */
export const longestSearch = 64
/** Dropdowns load at most this many choices. */
export const dropdownSize = 200

export const Paging = z.object({
  page: unlimited(wholeNumber(1, maxPage)).transform((page) => page ?? 1),
  size: unlimited(wholeNumber(1, maxPageSize)).transform((size) => size ?? defaultPageSize),
})
export type Paging = z.output<typeof Paging>

/** One page of rows; `totalCount` counts all matching rows. `totalCapped` = there are more than totalCount. */
export type Page<Row> = { data: Row[]; totalCount: number; totalCapped?: boolean }

/** Convert `repair_times` to `repairTimes`, so that either spelling names a sort column. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** asc or desc in any letter case; unlimited = the list's own default. */
export const OrderWay = unlimited(
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(['asc', 'desc'])),
)
