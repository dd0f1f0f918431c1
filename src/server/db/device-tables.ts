import type { Generated, JSONColumnType } from 'kysely'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import type { OwnershipCause } from '#shared/ownership.ts'
import type { EventCause } from '#shared/transitions.ts'
import type { GeneratedInstant, Instant, Stamped } from './column-types.ts'

export type DeviceTable = Stamped & {
  id: Generated<number>
  serial: string
  company_id: number
  client_id: number | null
  account_id: number | null
  site_id: number | null
  type: DeviceType
  state: DeviceState
  repair_times: Generated<number>
  active_worker: string | null
  active_worker_state: Generated<boolean>
  hash_rate: number | null
  last_report_at: Instant | null
  /** Time of the newest report of the live endpoint. */
  live_at: Instant | null
  state_since: GeneratedInstant
}
/** User input about the trouble of a device since `state_since`. */
export type DeviceCareTable = {
  company_id: number
  device_id: number
  state_since: Date
  assignee_id: number | null
  note: string | null
  acknowledged_at: Date | null
  acknowledged_by: number | null
  reason: string | null
  update_time: Date
}
export type DeviceEventTable = {
  id: Generated<string>
  company_id: number
  device_id: number
  from_state: DeviceState | null
  to_state: DeviceState
  cause: EventCause | OwnershipCause | 'void' | 'undo'
  repair_id: number | null
  batch_id: number | null
  user_id: number | null
  note: string | null
  at: GeneratedInstant
  /** Set for a change that keeps the state, and for the undo of one. */
  change: JSONColumnType<object> | null
}
export type DeviceCheckTable = { device_id: number; user_id: number }
