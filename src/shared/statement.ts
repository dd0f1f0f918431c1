import { z } from 'zod'
import { bases } from './charts.ts'
import { Month } from './dates.ts'
import { closedRequest, Id, unlimited } from './paging.ts'

export const StatementRequest = closedRequest({
  /** The client. */
  id: Id,
  month: Month,
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
})
export type StatementRequest = z.output<typeof StatementRequest>
