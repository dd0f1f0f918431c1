import { z } from 'zod'
import { Month } from './dates.ts'

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
  /** The setting: months after its end when a month is archived; null = the database keeps every month. */
  archiveAfterMonths: number | null
  months: HistoryMonth[]
  tables: HistoryTable[]
}

/** Which months go into the archive: one, or every closed one before a month. `dryRun` tells which and moves none. */
export const ArchiveMonthsRequest = z
  .strictObject({ month: Month.optional(), before: Month.optional(), dryRun: z.boolean().default(false) })
  .refine(({ month, before }) => (month === undefined) !== (before === undefined), {
    message: 'invalid',
    path: ['month'],
  })
export const RestoreMonthRequest = z.strictObject({ month: Month })

/** What moving months tells: how far it is, and each month that has been moved; `month` null = there is nothing to move. */
export type MonthMoving =
  | { kind: 'progress'; month: Month; rows: number; total: number }
  | { kind: 'moved'; month: HistoryMonth }
  | { kind: 'planned'; month: HistoryMonth }
