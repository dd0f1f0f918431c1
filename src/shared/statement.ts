import { z } from 'zod'
import { bases } from './charts.ts'
import { Month } from './dates.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

export const StatementRequest = closedRequest({
  /** The client. */
  id: Id,
  month: Month,
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
  /** A copy to hand to the client: other clients are "another client". Always so for anyone who reads as a client. */
  forClient: unlimited(z.boolean()),
})
export type StatementRequest = z.output<typeof StatementRequest>
