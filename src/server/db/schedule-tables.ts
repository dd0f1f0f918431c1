import type { ColumnType, Generated } from 'kysely'
import type { ExportFormat } from '#shared/devices.ts'
import type { Period, RunState, ScheduleContent, ScheduledList, ScheduleState, SendWay } from '#shared/schedules.ts'
import type { Instant, Stamped } from './columns.ts'

/** What is sent by the calendar. With a client it is that of his own user. */
export type ScheduleTable = Stamped & {
  id: Generated<number>
  /** A base, or headquarters. */
  company_id: number
  client_id: number | null
  /** With whose rights it runs, and in which company he works then. */
  user_id: number
  work_company_id: number
  name: string
  content: ScheduleContent
  list: ScheduledList | null
  view_id: number | null
  filters: ColumnType<Record<string, unknown> | null, string | null, string | null>
  format: ExportFormat
  /** Of a statement: the one client; null = each client that has channels. */
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

/** A run that waits, is under way or is over: queue and history at once. */
export type ScheduleRunTable = {
  id: Generated<number>
  schedule_id: number
  company_id: number
  planned: Date
  manual: Generated<boolean>
  state: Generated<RunState>
  /** When it is to be tried next. */
  due: Date
  attempts: Generated<number>
  /** Why nothing, or not everything, was sent, in both languages. */
  problem: ColumnType<{ zh: string; en: string } | null, string | null, string | null>
  ended_at: Instant | null
}

/** A file that a run made; it lies in the storage until its links expire. */
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
