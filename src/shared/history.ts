import { z } from 'zod'
import { Month } from './dates.ts'

/** open = as written by feeds, closed = rewritten in compact form, archived = a file in the storage. */
export type MonthState = 'open' | 'closed' | 'archived'

export type HistoryMonth = {
  month: Month
  state: MonthState
  /** Device-days, as the roll-ups count them. */
  rows: number
  /** Bytes in the database, with the primary key, on all nodes; 0 = archived. */
  bytes: number
  /** Bytes of the file in the storage; null = there is none. */
  fileBytes: number | null
  fileName: string | null
  /** Written after it was closed: it will be closed again. */
  isWritten: boolean
}

export interface ListedMonth extends HistoryMonth {
  /** Its file is not in the storage; null = it has none, or the storage could not be listed. */
  isFileMissing: boolean | null
}

export type HistoryTable = {
  table: string
  /** Including indexes, on all nodes. */
  bytes: number
  rows: number
  /** There are more rows than are counted, and `rows` is an estimate. */
  isEstimate: boolean
  /** ISO instant of the oldest row; null = empty, or rows without a time. */
  since: string | null
  /** Average growth in bytes in 30 days since its oldest row; null = not enough data. */
  bytesPerMonth: number | null
}

export type HistoryStatus = {
  /** The tables are distributed over several nodes, where months are neither closed nor archived. */
  isDistributed: boolean
  /** The setting: days after its end when a month is closed. */
  closeAfterDays: number
  /** The setting: months after its end when a month is archived; null = the database keeps every month. */
  archiveAfterMonths: number | null
  months: ListedMonth[]
  /** Why the files of archived months are unknown: the storage is empty, as if not mounted, or does not respond. */
  storageProblem: 'empty' | 'silent' | null
  tables: HistoryTable[]
}

/** The months to archive: one, or every closed one before a month. `dryRun` lists them and moves none. */
export const ArchiveMonthsRequest = z
  .strictObject({ month: Month.optional(), before: Month.optional(), dryRun: z.boolean().default(false) })
  .refine(({ month, before }) => (month === undefined) !== (before === undefined), {
    message: 'invalid',
    path: ['month'],
  })
export const RestoreMonthRequest = z.strictObject({ month: Month })

/** Progress of the move, and each month that has been moved; `month` null = there is nothing to move. */
export type MonthMoving =
  | { kind: 'progress'; month: Month; rows: number; total: number }
  | { kind: 'moved'; month: HistoryMonth }
  | { kind: 'planned'; month: HistoryMonth }
