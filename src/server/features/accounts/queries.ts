import { type Kysely, sql } from 'kysely'
import { type DeviceSet, territoryConditions } from '#server/db/device-set.ts'
import { pageOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { Account, PlaceBook } from '#server/services/places.ts'
import { byName, nameHolds } from '#shared/names.ts'
import type { Page } from '#shared/paging.ts'
import type { AccountListRequest, AccountRow } from '#shared/places.ts'

/** Of `candidates`, the accounts that have a device in the set; one look into an index for each. */
async function withDevices(db: Kysely<Database>, set: DeviceSet, candidates: readonly Account[]): Promise<Set<number>> {
  if (candidates.length === 0) return new Set()
  const where = sql.join(territoryConditions({ ...set, clientId: null, accountId: null }), sql` and `)
  const { rows } = await sql<{ id: number }>`select candidate.id from unnest(${candidates.map(({ id }) => id)}::int[]) candidate(id)
    where exists (select from device where ${where} and account_id = candidate.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Sub-accounts of the set: those of its bases, or placed on its sites, and any other with a device in it; by client and by site. */
export async function findAccounts(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: AccountListRequest): Promise<Page<AccountRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const candidates = [...book.accounts.values()].filter(
    ({ id, clientId, deleted, name }) =>
      !deleted && (set.accountId === null || id === set.accountId) && (set.clientId === null || clientId === set.clientId) && nameHolds(name, request.name),
  )
  const { siteIds } = set
  const atHome = ({ companyId, siteId }: Account) => (siteIds === null ? set.companyIds.includes(companyId) : siteId !== null && siteIds.includes(siteId))
  const others = await withDevices(
    db,
    set,
    candidates.filter((account) => !atHome(account)),
  )
  const rows = candidates
    .filter((account) => atHome(account) || others.has(account.id))
    .sort(byName)
    .map(({ id, name, clientId, siteId }) => ({
      id,
      name,
      clientId,
      client: book.clients.get(clientId)?.name ?? '',
      siteId,
      site: siteId === null ? null : (book.companies.get(siteId)?.name ?? null),
    }))
  return pageOf(rows, request)
}
