import type { Kysely } from 'kysely'
import { withDevices } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { pageOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { Client, PlaceBook } from '#server/services/place-book.ts'
import { byName, nameHolds } from '#shared/names.ts'
import type { Page } from '#shared/paging.ts'
import type { ClientListRequest, ClientRow } from '#shared/places.ts'

/** Clients of the set's bases, and clients of other bases with devices in it. Only the own client for a client or an account. */
export async function findClients(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: ClientListRequest): Promise<Page<ClientRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const clients = [...book.clients.values()].filter(({ deleted, name }) => !deleted && nameHolds(name, request.name))
  const visible = await visibleClients(db, book, set, clients)
  const rows = visible.sort(byName).map(({ id, name, companyId, province }) => ({
    id,
    name,
    companyId,
    company: book.companies.get(companyId)?.name ?? '',
    province,
  }))
  return pageOf(rows, request)
}

async function visibleClients(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, clients: readonly Client[]): Promise<Client[]> {
  const own = set.accountId === null ? set.clientId : (book.accounts.get(set.accountId)?.clientId ?? null)
  if (own !== null) return clients.filter(({ id }) => id === own)
  const { siteIds } = set
  const placed = new Set([...book.accounts.values()].filter(({ siteId }) => siteId !== null && siteIds?.includes(siteId)).map(({ clientId }) => clientId))
  const atHome = ({ id, companyId }: Client) => (siteIds === null ? set.companyIds.includes(companyId) : placed.has(id))
  const others = await withDevices(
    db,
    set,
    'client_id',
    clients.filter((client) => !atHome(client)).map(({ id }) => id),
  )
  return clients.filter((client) => atHome(client) || others.has(client.id))
}
