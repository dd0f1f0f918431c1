import { z } from 'zod'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'
import { DeviceSelection } from './selected-devices.ts'

const longestCareText = 500
const Text = z.string().trim().max(longestCareText)

/**
 * What a person says of machines in trouble: seen (`acknowledged` true with a reason, false = not seen after all), who looks after them, a
 * note. What is not sent stays as it is; null clears assignee and note. It holds until the machine leaves its state.
 */
export const CareRequest = closedRequest({
  selection: DeviceSelection,
  acknowledged: unlimited(z.boolean()),
  reason: unlimited(Text),
  assigneeId: clearable(Id),
  note: clearable(Text),
})
  .refine(({ acknowledged, reason }) => acknowledged !== true || (reason ?? '') !== '', {
    path: ['reason'],
    message: 'missing',
  })
  .refine(
    ({ acknowledged, assigneeId, note }) =>
      acknowledged !== undefined || assigneeId !== undefined || note !== undefined,
    {
      path: ['acknowledged'],
      message: 'missing',
    },
  )
export type CareRequest = z.output<typeof CareRequest>
/** The form of one of these; only what is seen needs its reason. */
export const careForm = (isReasonNeeded: boolean) =>
  z.object({ reason: isReasonNeeded ? Text.min(1) : Text, note: Text, assigneeId: Id.nullable() })

/** `skipped` machines are in no trouble (any more). */
export type CareAnswer = { changed: number; skipped: number }

/** Of one trouble of a machine. `at` ISO instant; null = nobody, or nothing. */
export type DeviceCare = {
  acknowledged: { by: string | null; at: string; reason: string | null } | null
  assignee: { id: number; name: string } | null
  note: string | null
}
