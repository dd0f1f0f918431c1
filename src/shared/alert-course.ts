import type { AlertMoment, AlertOwner, AlertRow } from './alerts.ts'
import type { DeliveryState } from './deliveries.ts'

export const alertActs = ['acknowledged', 'withdrawn', 'silenced'] as const
/**
 * A user acknowledges the event, withdraws that, or silences the event until `until`. For an owner of machines `by` and
 * `reason` are null.
 */
export type AlertAnswer = {
  act: (typeof alertActs)[number]
  at: string
  by: string | null
  reason: string | null
  until: string | null
}
/**
 * A message that was sent. `count` covers all machines; null = hidden from the reader. `channels` are those that the
 * staff sees.
 */
export type AlertNotice = {
  moment: AlertMoment
  at: string
  count: number | null
  channels: { channel: string; state: DeliveryState; deliveredAt: string | null }[]
  /** The count grew so far that an acknowledgement ended. */
  endedAcknowledgement: boolean
}
export type AlertDetail = AlertRow & {
  /** Owners with the most machines first. */
  owners: AlertOwner[]
  machines: number
  timeline: AlertNotice[]
  /** The users' responses, the oldest first. */
  answers: AlertAnswer[]
  /** Other events at the same place, the newest first. */
  earlier: Pick<AlertRow, 'id' | 'kind' | 'openedAt' | 'resolvedAt' | 'worst'>[]
}
