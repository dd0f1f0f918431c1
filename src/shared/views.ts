import { z } from 'zod'
import { closedRequest } from './paging.ts'

export const longestViewName = 40
/** More would be a list nobody reads. */
export const maxViews = 50

export const ViewSaveRequest = closedRequest({
  name: z.string().trim().min(1).max(longestViewName),
  /** The part of the address after the path: filters and order, without a page. */
  query: z
    .string()
    .max(1_000)
    .regex(/^(\?[\w%&=.+*~-]*)?$/),
  /** For the staff of the base, not for oneself alone. */
  shared: z.boolean(),
})
export type ViewSaveRequest = z.output<typeof ViewSaveRequest>

export type SavedView = { id: number; name: string; query: string; shared: boolean; own: boolean; owner: string; mayDelete: boolean }
