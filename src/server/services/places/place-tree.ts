export type Company = {
  id: number
  name: string
  kind: 'headquarters' | 'base'
  province: string | null
  superCompanyId: number | null
  tenantId: number
  /** Deleted places keep their devices' names; they cannot be chosen any more. */
  deleted: boolean
}
/** The hierarchy of the companies. */
export type PlaceTree = {
  /** Bases directly below headquarters that are not deleted, in the order of their ids. */
  tenants: readonly number[]
  /** Whether one of those bases is deleted. */
  hasDeletedTenant: boolean
  hasDeletedSite: boolean
  /** Return `id` and every company below it that is not deleted. */
  withChildren(id: number): number[]
  /** Return the deleted sites below these tenants. */
  deletedSites(tenantIds: readonly number[]): number[]
}

export function treeOf(companies: ReadonlyMap<number, Company>): PlaceTree {
  const children = new Map<number, number[]>()
  const tenants: number[] = []
  const gone: Company[] = []
  let hasDeletedTenant = false
  for (const company of companies.values()) {
    const { id, superCompanyId, tenantId, kind, deleted } = company
    if (superCompanyId !== null && !deleted) {
      const siblings = children.get(superCompanyId)
      if (siblings) siblings.push(id)
      else children.set(superCompanyId, [id])
    }
    if (id !== tenantId) {
      if (deleted) gone.push(company)
    } else if (kind === 'base') {
      if (deleted) hasDeletedTenant = true
      else tenants.push(id)
    }
  }
  return {
    tenants: tenants.sort((one, other) => one - other),
    hasDeletedTenant,
    hasDeletedSite: gone.length > 0,
    withChildren(id) {
      const found = new Set([id])
      for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child)
      return [...found]
    },
    deletedSites(tenantIds) {
      if (gone.length === 0) return []
      const asked = new Set(tenantIds)
      return gone.filter(({ tenantId }) => asked.has(tenantId)).map(({ id }) => id)
    },
  }
}
