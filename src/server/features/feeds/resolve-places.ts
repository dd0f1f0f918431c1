import type { Territory } from '#server/db/device-set.ts'
import type { Account, Client, PlaceBook } from '#server/services/places/place-book.ts'
import type { Company } from '#server/services/places/place-tree.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import type { ParsedLine } from './parse-line.ts'

export type Owner = { clientId: number | null; accountId: number | null; siteId: number | null }
export type Unresolved = { reason: FeedReason; value: string }
export const isUnresolved = (answer: object): answer is Unresolved => 'reason' in answer
type Named = Pick<ParsedLine, 'client' | 'account' | 'site'>

const group = <Place extends { name: string }>(places: Iterable<Place>): Map<string, Place[]> => {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const known = groups.get(place.name)
    if (known) known.push(place)
    else groups.set(place.name, [place])
  }
  return groups
}
const notDeleted = <Place extends { deleted: boolean }>(places: ReadonlyMap<number, Place>): Place[] =>
  [...places.values()].filter((place) => !place.deleted)

export type PlaceResolver = {
  /**
   * Return the owner that a line gives a device of `companyId`. Fields that the line does not name keep the value of
   * `current`.
   */
  owner(companyId: number, line: Named, current: Owner | null): Owner | Unresolved
  /** Return the tenant of a new device from the places that its line names. */
  tenant(line: Named): number | Unresolved
}

/** The places of a territory by name. */
type Names = {
  book: PlaceBook
  territory: Territory
  tenants: ReadonlySet<number>
  inReach: (company: Company) => boolean
  sites: ReadonlyMap<string, Company[]>
  clients: ReadonlyMap<string, Client[]>
  accounts: ReadonlyMap<string, Account[]>
}

/**
 * Choose a place of the tenant; for a caller who sees everything, also the only place of that name in other tenants.
 */
function pick<Place extends { id: number }>(
  territory: Territory,
  found: Place[],
  tenantOf: (place: Place) => number,
  companyId: number,
): Place | null | 'unclear' {
  const own = found.filter((place) => tenantOf(place) === companyId)
  const candidates = own.length > 0 ? own : territory.everything ? found : []
  return candidates.length > 1 ? 'unclear' : (candidates[0] ?? null)
}

function resolveSite(
  { book, sites }: Names,
  companyId: number,
  name: string,
  current: Owner | null,
): number | Unresolved {
  if (current?.siteId && book.companies.get(current.siteId)?.name === name) return current.siteId
  const found = (sites.get(name) ?? []).filter((site) => site.tenantId === companyId)
  const [site] = found
  if (!site) {
    const elsewhere = sites.get(name)?.[0]
    const base = elsewhere && book.companies.get(elsewhere.tenantId)
    return base ? { reason: 'siteOtherBase', value: `${name} (${base.name})` } : { reason: 'siteUnknown', value: name }
  }
  return found.length > 1 ? { reason: 'ownerUnclear', value: name } : site.id
}

function resolveClient(
  { book, territory, clients }: Names,
  companyId: number,
  name: string,
  current: Owner | null,
): number | Unresolved {
  if (current?.clientId && book.clients.get(current.clientId)?.name === name) return current.clientId
  const client = pick(territory, clients.get(name) ?? [], (place) => place.companyId, companyId)
  if (client === 'unclear') return { reason: 'ownerUnclear', value: name }
  return client?.id ?? { reason: 'clientUnknown', value: name }
}

function resolveAccount(
  { book, territory, accounts }: Names,
  companyId: number,
  name: string,
  clientId: number | undefined,
  current: Owner | null,
): Account | Unresolved {
  const stays = current?.accountId ? book.accounts.get(current.accountId) : undefined
  if (stays?.name === name && (clientId === undefined || stays.clientId === clientId)) return stays
  const found = accounts.get(name) ?? []
  if (clientId !== undefined) {
    const account = found.find((place) => place.clientId === clientId)
    if (account) return account
    return {
      reason: found.some((place) => place.companyId === companyId) ? 'ownerMismatch' : 'accountUnknown',
      value: name,
    }
  }
  const ofClient = current?.clientId ? found.find((place) => place.clientId === current.clientId) : undefined
  const account = ofClient ?? pick(territory, found, (place) => place.companyId, companyId)
  if (account === 'unclear') return { reason: 'ownerUnclear', value: name }
  return account ?? { reason: 'accountUnknown', value: name }
}

function ownerOf(names: Names, companyId: number, line: Named, current: Owner | null): Owner | Unresolved {
  if (current !== null && line.site === undefined && line.client === undefined && line.account === undefined)
    return current
  const site = line.site === undefined ? (current?.siteId ?? null) : resolveSite(names, companyId, line.site, current)
  if (typeof site === 'object' && site !== null) return site
  const client = line.client === undefined ? undefined : resolveClient(names, companyId, line.client, current)
  if (typeof client === 'object') return client
  if (line.account !== undefined) {
    const account = resolveAccount(names, companyId, line.account, client, current)
    if ('reason' in account) return account
    const ownSite = account.siteId !== null && names.book.companies.get(account.siteId)
    const placed =
      current === null && line.site === undefined && ownSite && names.inReach(ownSite) && ownSite.tenantId === companyId
        ? ownSite.id
        : site
    return { clientId: account.clientId, accountId: account.id, siteId: placed }
  }
  const clientId = client ?? current?.clientId ?? null
  // A sub-account belongs to its client: a device that gets another client loses the old sub-account.
  return {
    clientId,
    accountId: clientId === (current?.clientId ?? null) ? (current?.accountId ?? null) : null,
    siteId: site,
  }
}

/** Return the places that a line names, the most reliable first, with the tenants that have a place of that name. */
const hints = (
  { tenants, sites, clients, accounts }: Names,
  line: Named,
): { reason: FeedReason; value: string; tenants: number[] }[] => {
  const hint = (value: string | undefined, reason: FeedReason, companies: (name: string) => number[]) =>
    value === undefined ? [] : [{ reason, value, tenants: companies(value).filter((id) => tenants.has(id)) }]
  return [
    ...hint(line.site, 'siteUnknown', (name) => (sites.get(name) ?? []).map((site) => site.tenantId)),
    ...hint(line.account, 'accountUnknown', (name) => (accounts.get(name) ?? []).map((account) => account.companyId)),
    ...hint(line.client, 'clientUnknown', (name) => (clients.get(name) ?? []).map((client) => client.companyId)),
  ]
}

function tenantOf(names: Names, line: Named): number | Unresolved {
  const { territory, tenants } = names
  const [first] = territory.companyIds
  if (territory.companyIds.length === 1 && first !== undefined) return first
  let possible = [...tenants]
  for (const { reason, value, tenants: found } of hints(names, line)) {
    if (found.length === 0) return { reason, value }
    possible = possible.filter((id) => found.includes(id))
    const [only] = possible
    if (possible.length === 1 && only !== undefined) return only
  }
  return { reason: 'companyUnclear', value: line.site ?? '' }
}

/**
 * Find places by name within the caller's territory. A name of another tenant is refused like a name that does not
 * exist, except that a device keeps its present owner of another tenant.
 */
export function placeResolver(book: PlaceBook, territory: Territory): PlaceResolver {
  const tenants = new Set(territory.companyIds)
  const inReach = (company: Company) =>
    tenants.has(company.tenantId) && (territory.siteIds === null || territory.siteIds.includes(company.id))
  const names: Names = {
    book,
    territory,
    tenants,
    inReach,
    sites: group<Company>(notDeleted(book.companies).filter((company) => company.kind === 'base' && inReach(company))),
    clients: group<Client>(notDeleted(book.clients)),
    accounts: group<Account>(notDeleted(book.accounts)),
  }
  return {
    owner: (companyId, line, current) => ownerOf(names, companyId, line, current),
    tenant: (line) => tenantOf(names, line),
  }
}
