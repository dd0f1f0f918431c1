import type { Generated, JSONColumnType } from 'kysely'
import type { Stocktake } from '#shared/stocktakes.ts'
import type { Instant } from './column-types.ts'

/**
 * A site in the bin, with everything that belonged to it. The row is deleted when the site is restored or finally
 * removed.
 */
export type SiteDeletionTable = {
  company_id: number
  company_ids: number[]
  /** Sub-account → its site before the deletion. */
  accounts: JSONColumnType<Record<string, number>>
  actor: string
  deleted_at: Instant
}

/** A client in the bin with the sub-accounts deleted with it, or a sub-account deleted alone: one of the two ids. */
export type OwnerDeletionTable = {
  id: Generated<number>
  company_id: number
  client_id: number | null
  account_id: number | null
  /** Sub-account → its site before the deletion. */
  accounts: JSONColumnType<Record<string, number | null>>
  actor: string
  deleted_at: Instant
}

/** The result of a manual count of a site's machines. */
export type StocktakeTable = {
  id: Generated<number>
  company_id: number
  site_id: number
  user_id: number | null
  note: string | null
  counts: JSONColumnType<Stocktake['counts']>
  lines: JSONColumnType<Stocktake['lines']>
  create_time: Instant
}

export type PlaceTables = {
  stocktake: StocktakeTable
  site_deletion: SiteDeletionTable
  owner_deletion: OwnerDeletionTable
}
