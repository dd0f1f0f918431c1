import { z } from 'zod'
import { bases } from './charts.ts'
import { Month } from './dates.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

export const StatementRequest = closedRequest({
  /** The client. */
  id: Id,
  month: Month,
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
  /** A copy for the client: other clients are "another client". Always set if the reader is a client. */
  forClient: unlimited(z.boolean()),
})
export type StatementRequest = z.output<typeof StatementRequest>
