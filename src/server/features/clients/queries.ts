import type { Kysely } from 'kysely'
import { withDevices } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Client, PlaceBook } from '#server/services/places/place-book.ts'
import { countedPage } from '#server/services/places/place-rows.ts'
import { nameHolds } from '#shared/name-order.ts'
import type { Page, Paging } from '#shared/paging.ts'
import type { ClientExportRequest, ClientRow } from '#shared/places.ts'

type ClientFilters = Pick<ClientExportRequest, 'name' | 'orderColumn' | 'orderWay'> & Paging

/**
 * Return a page of the clients of a device set, with the counts of their devices in the set by state: clients of its
 * bases, and clients of other bases with devices in it. A client or sub-account gets only its own client.
 */
export async function findClients(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: ClientFilters,
): Promise<Page<ClientRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const clients = [...book.clients.values()].filter(({ deleted, name }) => !deleted && nameHolds(name, request.name))
  const visible = await visibleClients(db, book, set, clients)
  const rows = visible.map(({ id, name, companyId, province }) => ({
    id,
    name,
    companyId,
    company: book.companies.get(companyId)?.name ?? '',
    province,
  }))
  const text = (row: (typeof rows)[number], column: string) =>
    column === 'company' ? row.company : column === 'province' ? row.province : row.name
  return countedPage(db, { set, column: 'client_id', rows, request, text })
}

/** Count the clients that `findClients` finds. */
export async function countClients(db: Kysely<Database>, book: PlaceBook, set: DeviceSet): Promise<number> {
  if (set.companyIds.length === 0) return 0
  const notDeleted = [...book.clients.values()].filter(({ deleted }) => !deleted)
  return (await visibleClients(db, book, set, notDeleted)).length
}

async function visibleClients(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  clients: readonly Client[],
): Promise<Client[]> {
  const own = set.accountId === null ? set.clientId : (book.accounts.get(set.accountId)?.clientId ?? null)
  if (own !== null) return clients.filter(({ id }) => id === own)
  const { siteIds } = set
  const placed = new Set(
    [...book.accounts.values()]
      .filter(({ siteId }) => siteId !== null && siteIds?.includes(siteId))
      .map(({ clientId }) => clientId),
  )
  const tenants = new Set(set.companyIds)
  const atHome = ({ id, companyId }: Client) => (siteIds === null ? tenants.has(companyId) : placed.has(id))
  const others = await withDevices(
    db,
    set,
    'client_id',
    clients.filter((client) => !atHome(client)).map(({ id }) => id),
  )
  return clients.filter((client) => atHome(client) || others.has(client.id))
}
