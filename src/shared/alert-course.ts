import type { AlertMoment, AlertOwner, AlertRow } from './alerts.ts'
import type { DeliveryState } from './deliveries.ts'

export const alertActs = ['acknowledged', 'withdrawn', 'silenced'] as const
/** Somebody knows of it, takes that back, or makes it quiet until then. To an owner of machines `by` and `reason` are null. */
export type AlertAnswer = {
  act: (typeof alertActs)[number]
  at: string
  by: string | null
  reason: string | null
  until: string | null
}
/** What was told. `count` of all machines; null = nobody's to know. `channels` are those that the staff sees. */
export type AlertNotice = {
  moment: AlertMoment
  at: string
  count: number | null
  channels: { channel: string; state: DeliveryState; deliveredAt: string | null }[]
  /** It grew so far that an acknowledgement holds no more. */
  endedAcknowledgement: boolean
}
export type AlertDetail = AlertRow & {
  /** The owners with most machines first. */
  owners: AlertOwner[]
  machines: number
  timeline: AlertNotice[]
  /** What people have answered, the oldest first. */
  answers: AlertAnswer[]
  /** Others at the same place, the newest first. */
  earlier: Pick<AlertRow, 'id' | 'kind' | 'openedAt' | 'resolvedAt' | 'worst'>[]
}
