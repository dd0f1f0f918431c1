import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

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
export type Client = { id: number; name: string; companyId: number; province: string | null; deleted: boolean }
export type Account = { id: number; name: string; companyId: number; clientId: number; siteId: number | null; deleted: boolean }

export type PlaceBook = {
  /** That of the names when they began to be read: what is in the book may be newer, never older. */
  version: number
  companies: ReadonlyMap<number, Company>
  clients: ReadonlyMap<number, Client>
  accounts: ReadonlyMap<number, Account>
  /** `id` and every company below it that stands. */
  withChildren(id: number): number[]
  /** Deleted sites below these tenants. */
  deletedSites(tenantIds: readonly number[]): number[]
}

const byId = <Place extends { id: number }>(places: readonly Place[]): ReadonlyMap<number, Place> => new Map(places.map((place) => [place.id, place]))

/** The version of all names as SQL, for a question that is asked anyway: microseconds of the last change, exact as a number for 280 years. */
export const placeVersionSql = '(select version::float8 from place_version)'

export async function readPlaceVersion(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select ${sql.raw(placeVersionSql)} as version`.execute(db)
  return rows[0]?.version ?? 0
}

/** Reads all names. Deleted places stay in the book, because devices and their history still name them. */
export async function loadPlaceBook(db: Kysely<Database>): Promise<PlaceBook> {
  const version = await readPlaceVersion(db)
  const [companies, clients, accounts] = await Promise.all([
    db.selectFrom('company').select(['id', 'name', 'kind', 'province', 'super_company_id', 'tenant_id', 'deleted_at']).orderBy('id').execute(),
    db.selectFrom('client').select(['id', 'name', 'company_id', 'province', 'deleted_at']).orderBy('id').execute(),
    db.selectFrom('account').select(['id', 'name', 'company_id', 'client_id', 'site_id', 'deleted_at']).orderBy('id').execute(),
  ])
  const tree = companies.map(
    ({ id, name, kind, province, super_company_id, tenant_id, deleted_at }): Company => ({
      id,
      name,
      kind,
      province,
      superCompanyId: super_company_id,
      tenantId: tenant_id,
      deleted: deleted_at !== null,
    }),
  )
  const children = new Map<number, number[]>()
  for (const { id, superCompanyId, deleted } of tree)
    if (superCompanyId !== null && !deleted) children.set(superCompanyId, [...(children.get(superCompanyId) ?? []), id])
  const gone = tree.filter(({ id, tenantId, deleted }) => deleted && id !== tenantId)
  return {
    version,
    companies: byId(tree),
    clients: byId(
      clients.map(({ id, name, company_id, province, deleted_at }) => ({ id, name, companyId: company_id, province, deleted: deleted_at !== null })),
    ),
    accounts: byId(
      accounts.map(({ id, name, company_id, client_id, site_id, deleted_at }) => ({
        id,
        name,
        companyId: company_id,
        clientId: client_id,
        siteId: site_id,
        deleted: deleted_at !== null,
      })),
    ),
    withChildren(id) {
      const found = new Set([id])
      for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child)
      return [...found]
    },
    deletedSites: (tenantIds) => gone.filter(({ tenantId }) => tenantIds.includes(tenantId)).map(({ id }) => id),
  }
}
