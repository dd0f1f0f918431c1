/**
 * One connected part of the fleet: a tenant, optionally narrowed to some sites, one client or one account. Several
 * branches are disjoint; a query over them is a UNION ALL, so that each keeps its ordered index.
 */
export type Branch = { companyId: number; siteIds?: readonly number[]; clientId?: number; accountId?: number }

/**
 * The data that a caller may see. `everything` = all tenants without restriction (counters and the `all` roll-up may
 * answer).
 */
export type Scope = {
  everything: boolean
  branches: readonly Branch[]
  /** Deleted sites below these tenants: their content is in the bin and in no list. */
  withoutSiteIds?: readonly number[]
}

export const emptyScope: Scope = { everything: false, branches: [] }
