import type { Generated, JSONColumnType } from 'kysely'
import type { AlertKind, AlertMoment, AlertSeverity, AlertStep, AlertThresholds, MutedBy } from '#shared/alerts.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Instant, Stamped } from './column-types.ts'

/** The scope of a rule, an event or a silence; null = not narrowed. */
export type AlertPlace = {
  company_id: number
  site_id: number | null
  client_id: number | null
  account_id: number | null
  type: DeviceType | null
}

export type AlertRuleTable = AlertPlace &
  AlertThresholds &
  Stamped & {
    id: Generated<number>
    kind: AlertKind
    severity: AlertSeverity
    /** HH:mm in the business time zone. */
    by_time: string | null
    enabled: Generated<boolean>
    /** Null = every channel of the tenant. */
    channel_ids: number[] | null
    steps: JSONColumnType<AlertStep[]>
    user_id: number | null
    deleted_at: Instant | null
  }
export type AlertTable = AlertPlace & {
  id: Generated<number>
  rule_id: number | null
  kind: AlertKind
  severity: AlertSeverity
  opened_at: Instant
  last_seen_at: Instant
  resolved_at: Instant | null
  /** The event ended because the feed that opened it was undone. */
  taken_back: Generated<boolean>
  count_now: number
  count_worst: number
  count_of: number
  /** The batch that opened the event, and the batch that ended it. */
  batch_id: number | null
  resolved_batch_id: number | null
  detail: JSONColumnType<object>
  /** Time and count of the last message about the event; null = no message was sent. */
  told_at: Instant | null
  told_count: Generated<number>
  muted_by: MutedBy | null
  acknowledged_at: Instant | null
  acknowledged_by: number | null
  acknowledged_count: number | null
  reason: string | null
  row_version: Generated<number>
}
/** Machines of one owner and site (0 = none) that joined an event together. The undo of a batch deletes its rows. */
export type AlertDeviceTable = {
  id: Generated<string>
  company_id: number
  alert_id: number
  batch_id: number | null
  client_id: number
  account_id: number
  site_id: number
  joined_at: Instant
  device_ids: number[]
}
/**
 * An event for one owner of machines, kept by triggers: the columns that filter the owner's event list, and the number
 * of their machines that joined it.
 */
export type AlertOwnerTable = Pick<
  AlertTable,
  'company_id' | 'site_id' | 'kind' | 'severity' | 'opened_at' | 'resolved_at'
> & {
  alert_id: number
  owner_kind: 'client' | 'account'
  owner_id: number
  taken_back: boolean
  /** 0 = the event concerns the owner, and none of the owner's machines has joined it. */
  machines: number
}
/** A moment of an event that is sent as messages; `taken_at` = when the deliveries were created. */
export type AlertNoticeTable = {
  id: Generated<string>
  company_id: number
  alert_id: number
  moment: AlertMoment
  at: Instant
  count: number
  taken_at: Instant | null
}
/**
 * From `starts_at` to `ends_at`; or on `weekdays` (1 = Monday) from `start_time` (HH:mm in the business time zone) for
 * `minutes`.
 */
export type SilenceTable = AlertPlace &
  Stamped & {
    id: Generated<number>
    starts_at: Instant | null
    ends_at: Instant | null
    weekdays: number[] | null
    start_time: string | null
    minutes: number | null
    reason: string
    excused: Generated<boolean>
    user_id: number | null
    deleted_at: Instant | null
  }

export type AlertTables = {
  alert_rule: AlertRuleTable
  alert: AlertTable
  alert_device: AlertDeviceTable
  alert_owner: AlertOwnerTable
  alert_notice: AlertNoticeTable
  silence: SilenceTable
}
