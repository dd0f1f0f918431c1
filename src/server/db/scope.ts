/**
 * One connected part of the fleet: a tenant, and inside it maybe some sites, one client or one account.
 * Several branches are disjoint; a query over them is a UNION ALL, so that each keeps its ordered index.
 */
export type Branch = { companyId: number; siteIds?: readonly number[]; clientId?: number; accountId?: number }

/** What a caller may see. `everything` = all tenants, unnarrowed (counters and the `all` roll-up may answer). */
export type Scope = {
  everything: boolean
  branches: readonly Branch[]
  /** Deleted sites below these tenants: what is there is in the bin and in no list. */
  withoutSiteIds?: readonly number[]
}

export const emptyScope: Scope = { everything: false, branches: [] }
