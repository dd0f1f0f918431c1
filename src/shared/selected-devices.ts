import { z } from 'zod'
import { CareFilters, DeviceFilters } from './devices.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/** Maximum number of devices that one user action may change. */
export const selectionLimit = 20_000

/**
 * Chosen devices: by id, or all that match the filters of a list, with their number at the time of the user's
 * confirmation.
 */
export const DeviceSelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(selectionLimit) }),
  z.strictObject({
    filters: closedRequest({ ...DeviceFilters.shape, ...CareFilters.shape }),
    expected: z.number().int().min(1).max(selectionLimit),
  }),
])
export type DeviceSelection = z.output<typeof DeviceSelection>

export const custodyMarks = ['lost', 'found', 'scrap'] as const
export type CustodyMark = (typeof custodyMarks)[number]

/** Mark devices as lost, found or scrapped. A reason is required, except for `found`. */
export const MarkRequest = closedRequest({
  mark: z.enum(custodyMarks),
  selection: DeviceSelection,
  reason: unlimited(z.string().trim().max(500)),
  /** Only report what would happen. */
  dryRun: z.boolean().optional(),
}).refine(({ mark, reason }) => mark === 'found' || (reason ?? '') !== '', { path: ['reason'], message: 'missing' })
export type MarkRequest = z.output<typeof MarkRequest>
/** The form that asks for the reason. */
export const markForm = (mark: CustodyMark) =>
  z.object({ reason: mark === 'found' ? MarkRequest.shape.reason : z.string().trim().min(1).max(500) })

/** `refused` devices were in a state that does not allow this, and keep it. */
export type MarkAnswer = {
  mark: CustodyMark
  changed: number
  refused: { scrapped: number; otherState: number }
  dryRun: boolean
}
