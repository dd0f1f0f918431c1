import { z } from 'zod'
import { bases } from './charts.ts'
import { closedRequest, Id, unlimited } from './paging.ts'

/** A month, written YYYY-MM. */
export const Month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, { message: 'month' })
export const StatementRequest = closedRequest({
  /** The client. */
  id: Id,
  month: Month,
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
})
export type StatementRequest = z.output<typeof StatementRequest>
