import type { ColumnType, Generated } from 'kysely'
import type { ExportFormat } from '#shared/devices.ts'
import type { Period, RunState, ScheduleContent, ScheduledList, ScheduleState, SendWay } from '#shared/schedules.ts'
import type { Instant, Stamped } from './column-types.ts'

/** A report sent on a schedule. With a client, it belongs to the client's own user. */
export type ScheduleTable = Stamped & {
  id: Generated<number>
  /** A base, or headquarters. */
  company_id: number
  client_id: number | null
  /** The user with whose permissions it runs, and the company in which that user works. */
  user_id: number
  work_company_id: number
  name: string
  content: ScheduleContent
  list: ScheduledList | null
  view_id: number | null
  filters: ColumnType<Record<string, unknown> | null, string | null, string | null>
  format: ExportFormat
  /** For a statement: one client; null = each client that has channels. */
  of_client_id: number | null
  channel_ids: number[]
  send_as: SendWay
  every: Period
  weekdays: number[] | null
  month_day: number | null
  time: string
  state: Generated<ScheduleState>
  next_run: Instant
  deleted_at: Instant | null
}

/** A run that is waiting, running or finished: queue and history in one table. */
export type ScheduleRunTable = {
  id: Generated<number>
  schedule_id: number
  company_id: number
  planned: Date
  manual: Generated<boolean>
  state: Generated<RunState>
  /** Time of the next attempt. */
  due: Date
  attempts: Generated<number>
  /** The reason why nothing, or not everything, was sent, in both languages. */
  problem: ColumnType<{ zh: string; en: string } | null, string | null, string | null>
  ended_at: Instant | null
}

/** A file that a run created; it stays in the storage until its links expire. */
export type ScheduleFileTable = {
  id: Generated<number>
  public_id: string
  run_id: number
  company_id: number
  stored_name: string
  file_name: string
  content_type: string
  size: number
  rows: number | null
  expires_at: Date
  revoked_at: Instant | null
  create_time: Date
}

export type ScheduleTables = {
  schedule: ScheduleTable
  schedule_run: ScheduleRunTable
  schedule_file: ScheduleFileTable
}
