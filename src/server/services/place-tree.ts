export type Company = {
  id: number
  name: string
  kind: 'headquarters' | 'base'
  province: string | null
  superCompanyId: number | null
  tenantId: number
  /** Its devices keep its name; nobody can choose it any more. */
  deleted: boolean
}
/** What the companies say of each other. */
export type PlaceTree = {
  /** Bases directly below headquarters that stand, in the order of their ids. */
  tenants: readonly number[]
  /** Is one of those bases in the bin? */
  hasDeletedTenant: boolean
  hasDeletedSite: boolean
  /** `id` and every company below it that stands. */
  withChildren(id: number): number[]
  /** Deleted sites below these tenants. */
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
