import type { Generated } from 'kysely'
import type { GeneratedInstant, Instant } from './column-types.ts'

/** Months of device_daily that were closed at least once; `month` is the first day. Without a row a month is open. */
export type HistoryMonthTable = {
  month: string
  state: 'open' | 'closed' | 'archived'
  closed_at: Instant | null
  archived_at: Instant | null
  /** The file in the storage that holds the rows of an archived month. */
  file_name: string | null
}
/** A Parquet file of a month; `dropped_at` = since when no month needs it, although an older backup may. */
export type HistoryFileTable = {
  file_name: string
  month: string
  rows: string
  bytes: string
  sha256: string
  made_at: GeneratedInstant
  dropped_at: Instant | null
}
/** Each transaction that has written to a month since it was closed. */
export type HistoryWriteTable = { id: Generated<string>; month: string; at: GeneratedInstant }

export type HistoryTables = {
  history_month: HistoryMonthTable
  history_file: HistoryFileTable
  history_write: HistoryWriteTable
}
