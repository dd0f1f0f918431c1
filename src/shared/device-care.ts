import { z } from 'zod'
import { clearable, closedRequest, Id, unlimited } from './request-fields.ts'
import { DeviceSelection } from './selected-devices.ts'

const longestCareText = 500
const Text = z.string().trim().max(longestCareText)

/** An acknowledgement of machines that nobody has acknowledged; the withdrawal of what only the caller has. */
const conditions = ['new', 'own'] as const

/**
 * Notes about machines in trouble: acknowledged (`acknowledged` true with a reason, false withdraws it), an assignee, a
 * note. Missing fields keep their values; null clears assignee and note. They apply until the machine leaves its state.
 * `onlyIf` = change nothing if another person has acknowledged one of the machines meanwhile. `expected` = change
 * nothing if one of the machines has another note or assignee than this by now.
 */
export const CareRequest = closedRequest({
  selection: DeviceSelection,
  acknowledged: unlimited(z.boolean()),
  reason: unlimited(Text),
  assigneeId: clearable(Id),
  note: clearable(Text),
  onlyIf: unlimited(z.enum(conditions)),
  expected: unlimited(z.strictObject({ assigneeId: clearable(Id), note: clearable(Text) })),
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
/** The form for one of them; only an acknowledgement needs a reason. */
export const careForm = (isReasonNeeded: boolean) =>
  z.object({ reason: isReasonNeeded ? Text.min(1) : Text, note: Text, assigneeId: Id.nullable() })

/** `skipped` machines are not in trouble (any more). */
export type CareAnswer = { changed: number; skipped: number }

/** The care of one trouble of a machine. `at` ISO instant; null = nobody, or nothing. */
export type DeviceCare = {
  acknowledged: { by: string | null; at: string; reason: string | null } | null
  assignee: { id: number; name: string } | null
  note: string | null
}
