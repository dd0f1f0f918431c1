import type { JSONColumnType } from 'kysely'
import type { Instant } from './columns.ts'

/** A site in the bin, with all that stood below it; gone when it is restored, or swept for good. */
export type SiteDeletionTable = {
  company_id: number
  company_ids: number[]
  /** Sub-account → the site that it stood on. */
  accounts: JSONColumnType<Record<string, number>>
  actor: string
  deleted_at: Instant
}

export type PlaceTables = { site_deletion: SiteDeletionTable }
