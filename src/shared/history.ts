/** A month, YYYY-MM. */
export type Month = string

/** open = as feeds write it, closed = rewritten compact, archived = a file in the storage. */
export type MonthState = 'open' | 'closed' | 'archived'

export type HistoryMonth = {
  month: Month
  state: MonthState
  /** Device-days, as the roll-ups count them. */
  rows: number
  /** In the database, with the key; 0 = archived. */
  bytes: number
  /** Of the file in the storage; null = there is none. */
  fileBytes: number | null
  fileName: string | null
  /** Written since it was closed: it will be closed again. */
  isWritten: boolean
}

export type HistoryTable = {
  table: string
  /** With indexes. */
  bytes: number
  /** As the planner estimates them. */
  rows: number
  /** ISO instant of the oldest row; null = empty, or rows without a time. */
  since: string | null
  /** Bytes that it grows by in 30 days, on average since its oldest row; null = nothing to reckon with. */
  bytesPerMonth: number | null
}

export type HistoryStatus = {
  /** The setting: days after its end when a month is closed. */
  closeAfterDays: number
  months: HistoryMonth[]
  tables: HistoryTable[]
}
