import type { Kysely } from 'kysely'
import { withDevices } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Account, PlaceBook } from '#server/services/places/place-book.ts'
import { countedPage } from '#server/services/places/place-rows.ts'
import { byName, nameHolds } from '#shared/name-order.ts'
import type { Page, Paging } from '#shared/paging.ts'
import type { AccountListRequest, AccountRow } from '#shared/places.ts'

type AccountFilters = Partial<Pick<AccountListRequest, 'name' | 'orderColumn' | 'orderWay'>> & Paging

/**
 * Return a page of the sub-accounts of a device set, with the counts of their devices in the set by state. A
 * sub-account belongs to the set if its base or its site does, or if it has a device in the set.
 */
export async function findAccounts(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: AccountFilters,
): Promise<Page<AccountRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const visible = await visibleAccounts(db, book, set, request.name)
  const rows = visible.map(({ id, name, clientId, siteId }) => ({
    id,
    name,
    clientId,
    client: book.clients.get(clientId)?.name ?? '',
    siteId,
    site: siteId === null ? null : (book.companies.get(siteId)?.name ?? null),
  }))
  const text = (row: (typeof rows)[number], column: string) =>
    column === 'client' ? row.client : column === 'site' ? row.site : row.name
  return countedPage(db, { set, column: 'account_id', rows, request, text })
}

/** Return all sub-accounts that `findAccounts` finds, without counts, by name. */
export async function allAccounts(db: Kysely<Database>, book: PlaceBook, set: DeviceSet): Promise<Account[]> {
  return set.companyIds.length === 0 ? [] : (await visibleAccounts(db, book, set)).sort(byName)
}

/** Count the sub-accounts that `findAccounts` finds. */
export async function countAccounts(db: Kysely<Database>, book: PlaceBook, set: DeviceSet): Promise<number> {
  return set.companyIds.length === 0 ? 0 : (await visibleAccounts(db, book, set)).length
}

async function visibleAccounts(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  part?: string,
): Promise<Account[]> {
  const candidates = [...book.accounts.values()].filter(
    ({ id, clientId, deleted, name }) =>
      !deleted &&
      (set.accountId === null || id === set.accountId) &&
      (set.clientId === null || clientId === set.clientId) &&
      nameHolds(name, part),
  )
  const { siteIds } = set
  const tenants = new Set(set.companyIds)
  const atHome = ({ companyId, siteId }: Account) =>
    siteIds === null ? tenants.has(companyId) : siteId !== null && siteIds.includes(siteId)
  const others = await withDevices(
    db,
    set,
    'account_id',
    candidates.filter((account) => !atHome(account)).map(({ id }) => id),
  )
  return candidates.filter((account) => atHome(account) || others.has(account.id))
}
