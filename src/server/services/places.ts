import { type Kysely, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { type Branch, emptyScope, type Scope } from '#server/db/scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Reach } from '#shared/permissions.ts'
import { narrow, type PlacedFilters } from './narrow.ts'
import { loadPlaceBook, type PlaceBook } from './place-book.ts'

export type Places = {
  /** All names, at most two seconds old. */
  book(): Promise<PlaceBook>
  scopeOf(viewer: Viewer, reach: Reach): Promise<Scope>
  /**
   * The devices that the filters leave of a scope; filters narrow, never widen.
   * @throws AppError NOT_FOUND for a company, client, account or site that is foreign or missing, alike
   */
  narrow(scope: Scope, filters?: PlacedFilters): Promise<DeviceSet>
  /** Call after writing a company, client or account. */
  forget(): void
}

const longestAgeMs = 2_000

/** Remembers companies, clients and accounts, so that no list has to join them. */
export function createPlaces({ db, clock }: { db: Kysely<Database>; clock: () => Date }): Places {
  let held: { book: Promise<PlaceBook>; tenants: Map<string, Promise<number[]>>; readAt: number } | null = null

  const current = () => {
    const now = clock().getTime()
    if (held && now - held.readAt <= longestAgeMs && now >= held.readAt) return held
    const reading = { book: loadPlaceBook(db), tenants: new Map<string, Promise<number[]>>(), readAt: now }
    held = reading
    reading.book.catch(() => {
      if (held === reading) held = null
    })
    return reading
  }

  /** The tenants on whose sites a client or an account has devices, and the one it belongs to. */
  const tenantsOf = (column: 'client_id' | 'account_id', id: number, home: number): Promise<number[]> => {
    const { tenants } = current()
    const key = `${column} ${id}`
    const known = tenants.get(key)
    if (known) return known
    const found = sql<{ id: number }>`select id from company where tenant_id = id and deleted_at is null
        and (id = ${home} or exists (select from device where company_id = company.id and ${sql.ref(column)} = ${id})) order by id`
      .execute(db)
      .then(({ rows }) => rows.map((row) => row.id))
    tenants.set(key, found)
    found.catch(() => tenants.delete(key))
    return found
  }

  async function branchesOf(viewer: Viewer, reach: Reach): Promise<Scope> {
    const book = await current().book
    if (reach === 'client' || reach === 'account') {
      const account = reach === 'account' && viewer.accountId !== null ? book.accounts.get(viewer.accountId) : undefined
      const client = reach === 'client' && viewer.clientId !== null ? book.clients.get(viewer.clientId) : undefined
      const owner = account ?? client
      if (!owner) return emptyScope
      const tenants = await tenantsOf(account ? 'account_id' : 'client_id', owner.id, owner.companyId)
      return {
        everything: false,
        branches: tenants.map((companyId): Branch => ({ companyId, ...(account ? { accountId: owner.id } : { clientId: owner.id }) })),
      }
    }
    const company = book.companies.get(viewer.companyId)
    if (!company || company.deleted) return emptyScope
    if (company.kind === 'headquarters') {
      const tenants = [...book.companies.values()].filter(({ id, tenantId, kind, deleted }) => id === tenantId && kind === 'base' && !deleted)
      return { everything: true, branches: tenants.map(({ id }) => ({ companyId: id })) }
    }
    if (company.id === company.tenantId) return { everything: false, branches: [{ companyId: company.id }] }
    return { everything: false, branches: [{ companyId: company.tenantId, siteIds: book.withChildren(company.id) }] }
  }

  return {
    book: () => current().book,
    async scopeOf(viewer, reach) {
      if (reach === 'own' || reach === 'open') return emptyScope
      const scope = await branchesOf(viewer, reach)
      const whole = scope.branches.filter(({ siteIds }) => siteIds === undefined).map(({ companyId }) => companyId)
      const withoutSiteIds = (await current().book).deletedSites(whole)
      return withoutSiteIds.length === 0 ? scope : { ...scope, withoutSiteIds }
    },
    narrow: async (scope, filters = {}) => narrow(db, await current().book, scope, filters),
    forget() {
      held = null
    },
  }
}
