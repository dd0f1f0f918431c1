import type { Generated, JSONColumnType } from 'kysely'
import type { Instant } from './column-types.ts'

export type TransferTables = {
  /** The state before a transfer: machines of one owner (0 = none) on a day, or now (null). */
  transfer_before: {
    id: Generated<string>
    batch_id: number
    business_date: string | null
    company_id: number
    client_id: number
    account_id: number
    site_id: number
    device_ids: number[]
  }
  /** The rows of import_coverage and device_check before a transfer changed them. */
  transfer_kept: { batch_id: number; coverage: JSONColumnType<object>; checks: JSONColumnType<object> }
  /**
   * Statements of a client or one of its sub-accounts (0 = the whole client), issued after their month ended: the first
   * time of each.
   */
  statement_issue: {
    client_id: number
    account_id: Generated<number>
    month: string
    issued_at: Instant
    issued_by: number | null
    /** A later print relies on this record, so that the first one must not delete it. */
    relied_on: Generated<boolean>
  }
}
