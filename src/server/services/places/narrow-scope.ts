import { type Kysely, sql } from 'kysely'
import { type DeviceSet, deviceConditions, nowhere, type Territory } from '#server/db/device-set.ts'
import type { Scope } from '#server/db/scope.ts'
import type { Database } from '#server/db/tables.ts'
import { filteredFactsOf, withFacts } from '#server/services/fact-filter.ts'
import { listedDevices, readableList } from '#server/services/listed-devices.ts'
import { requireType } from '#server/services/machine-types.ts'
import type { CareFilters, DeviceFilters, DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { PlaceBook } from './place-book.ts'
import { namedPlacesOf } from './places-by-name.ts'
import { loadProvinces } from './provinces.ts'

const missing = (field: 'companyId' | 'siteId' | 'clientId' | 'accountId') => new AppError('NOT_FOUND', { field })

const same = <Value>(values: readonly Value[]): Value => {
  const [first] = values
  if (first === undefined || values.some((value) => value !== first))
    throw new Error('the branches of a scope must be narrowed alike')
  return first
}

/**
 * Combine the branches of a scope into one territory: several tenants, and the sites, client or account that narrow all
 * of them.
 */
function territoryOf(book: PlaceBook, scope: Scope): Territory {
  const { branches } = scope
  if (branches.length === 0) return { ...nowhere, everything: scope.everything }
  const spread = book.keepsSumsOfAll ? {} : { spread: true }
  // Headquarters' scope: all tenants in full; there may be thousands.
  if (scope.everything) {
    return {
      everything: true,
      ...spread,
      ...(book.hasDeletedTenant || !book.keepsSumsOfAll ? { partial: true } : {}),
      companyIds: branches.map(({ companyId }) => companyId),
      siteIds: null,
      clientId: null,
      accountId: null,
    }
  }
  const bySites = same(branches.map(({ siteIds }) => siteIds !== undefined))
  const clientId = same(branches.map(({ clientId }) => clientId ?? null))
  const accountId = same(branches.map(({ accountId }) => accountId ?? null))
  return {
    ...spread,
    everything: false,
    companyIds: [...new Set(branches.map(({ companyId }) => companyId))],
    siteIds: bySites ? branches.flatMap(({ siteIds }) => siteIds ?? []) : null,
    clientId,
    accountId,
    ...(clientId === null && accountId === null ? {} : { personal: true }),
  }
}

const hasDevices = async (db: Kysely<Database>, territory: Territory): Promise<boolean> => {
  if (territory.companyIds.length === 0 || territory.siteIds?.length === 0) return false
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select 1 from device where ${deviceConditions(territory)}) as found`.execute(db)
  return rows[0]?.found === true
}

const intersect = (left: readonly number[] | null, right: readonly number[]): readonly number[] =>
  left === null ? right : right.filter((id) => left.includes(id))

type Task = { db: Kysely<Database>; book: PlaceBook; scope: Territory }

/**
 * Return a visible company of the tree, with the sites that it includes; whole = a tenant, including its devices
 * without a site.
 */
async function visibleCompany(
  { db, book, scope }: Task,
  id: number,
  field: 'companyId' | 'siteId',
): Promise<{ tenantId: number; siteIds: number[]; whole: boolean }> {
  const company = book.companies.get(id)
  if (!company || company.deleted || company.kind !== 'base' || !scope.companyIds.includes(company.tenantId))
    throw missing(field)
  const { tenantId } = company
  if (scope.siteIds !== null && !scope.siteIds.includes(id)) throw missing(field)
  const siteIds = book.withChildren(id)
  const whole = id === tenantId
  const personal = scope.clientId !== null || scope.accountId !== null
  if (personal && !whole && !(await hasDevices(db, { ...scope, companyIds: [tenantId], siteIds }))) throw missing(field)
  return { tenantId, siteIds, whole }
}

async function byCompany(task: Task, id: number, found: Territory): Promise<Territory> {
  if (task.scope.everything && task.book.companies.get(id)?.kind === 'headquarters') return found
  const { tenantId, siteIds, whole } = await visibleCompany(task, id, 'companyId')
  const companyIds = intersect(found.companyIds, [tenantId])
  return {
    ...found,
    everything: false,
    companyIds,
    siteIds: whole && found.siteIds === null ? null : intersect(found.siteIds, siteIds),
  }
}

async function bySite(task: Task, id: number, found: Territory): Promise<Territory> {
  const { tenantId, whole } = await visibleCompany(task, id, 'siteId')
  const { db, scope } = task
  const personal = scope.clientId !== null || scope.accountId !== null
  if (personal && whole && !(await hasDevices(db, { ...scope, companyIds: [tenantId], siteIds: [id] })))
    throw missing('siteId')
  return {
    ...found,
    everything: false,
    companyIds: intersect(found.companyIds, [tenantId]),
    siteIds: intersect(found.siteIds, [id]),
  }
}

async function byClient({ db, book, scope }: Task, id: number, found: Territory): Promise<Territory> {
  const client = book.clients.get(id)
  if (!client || client.deleted) throw missing('clientId')
  const own = scope.accountId === null ? scope.clientId : book.accounts.get(scope.accountId)?.clientId
  const narrowed = { ...found, everything: false, clientId: id }
  if (scope.accountId !== null || scope.clientId !== null) {
    if (own !== id) throw missing('clientId')
    // An account belongs to its client: naming that client again must keep devices under a former client.
    return scope.accountId === null ? narrowed : found
  }
  const home = scope.siteIds === null && scope.companyIds.includes(client.companyId)
  const placed = () =>
    [...book.accounts.values()].some(
      ({ clientId, siteId }) => clientId === id && siteId !== null && scope.siteIds?.includes(siteId),
    )
  if (!home && !placed() && !(await hasDevices(db, { ...scope, clientId: id }))) throw missing('clientId')
  return narrowed
}

async function byAccount({ db, book, scope }: Task, id: number, found: Territory): Promise<Territory> {
  const account = book.accounts.get(id)
  if (!account || account.deleted) throw missing('accountId')
  const narrowed = { ...found, everything: false, accountId: id }
  if (scope.accountId !== null || scope.clientId !== null) {
    if (scope.accountId === null ? account.clientId !== scope.clientId : id !== scope.accountId)
      throw missing('accountId')
    return narrowed
  }
  const home =
    scope.siteIds === null
      ? scope.companyIds.includes(account.companyId)
      : account.siteId !== null && scope.siteIds.includes(account.siteId)
  if (!home && !(await hasDevices(db, { ...scope, accountId: id }))) throw missing('accountId')
  return narrowed
}

/** Narrow to the sites of one province, in any of its spellings. @throws AppError VALIDATION for an unknown province */
async function byProvince({ db, book }: Task, text: string, found: Territory): Promise<Territory> {
  const provinces = await loadProvinces(db)
  const key = provinces.requestedKey(text, book)
  const siteIds = [...book.companies.values()]
    .filter(
      ({ kind, deleted, tenantId, province }) =>
        kind === 'base' && !deleted && found.companyIds.includes(tenantId) && provinces.keyOf(province) === key,
    )
    .map(({ id }) => id)
  return { ...found, everything: false, siteIds: intersect(found.siteIds, siteIds) }
}

/** Check that the caller may filter by a person: staff of the visible companies, or of headquarters. */
async function checkPerson({ db, book, scope }: Task, id: number): Promise<void> {
  const found = await db
    .selectFrom('app_user')
    .select('home_company_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const home = found && book.companies.get(found.home_company_id)
  if (!home || (home.kind === 'base' && !scope.companyIds.includes(home.tenantId)))
    throw new AppError('NOT_FOUND', { field: 'assigneeId' })
}

/**
 * Filters that narrow a scope; `states` = any of them; `wholeList` = for a mutation, which reads each machine of the
 * list, whatever its length.
 */
export type PlacedFilters = Partial<DeviceFilters & CareFilters> & {
  states?: readonly DeviceState[] | undefined
  wholeList?: true
}

/** Apply the caller's filters to a scope. The only implementation; `places.narrow` calls it with its book. */
export async function narrow(
  db: Kysely<Database>,
  book: PlaceBook,
  scope: Scope,
  filters: PlacedFilters,
): Promise<DeviceSet> {
  const whole = territoryOf(book, scope)
  const inBin = whole.siteIds === null ? book.deletedSites(whole.companyIds) : []
  const task: Task = { db, book, scope: inBin.length > 0 ? { ...whole, withoutSiteIds: inBin } : whole }
  let found = whole
  if (filters.companyId !== undefined) found = await byCompany(task, filters.companyId, found)
  if (filters.siteId !== undefined) found = await bySite(task, filters.siteId, found)
  if (filters.clientId !== undefined) found = await byClient(task, filters.clientId, found)
  if (filters.accountId !== undefined) found = await byAccount(task, filters.accountId, found)
  if (filters.province !== undefined && filters.province !== '') found = await byProvince(task, filters.province, found)
  // No site left means no device, not any site.
  if (found.siteIds?.length === 0) found = { ...nowhere }
  const withoutSiteIds = found.siteIds === null ? book.deletedSites(found.companyIds) : []
  if (withoutSiteIds.length > 0) found = { ...found, withoutSiteIds }
  const { type, state, states, repairTimes, activeWorkerState, serial, serialList, name, acknowledged, assigneeId } =
    filters
  if (assigneeId !== undefined) await checkPerson(task, assigneeId)
  const facts = filteredFactsOf(filters)
  if (found.personal && facts?.tag !== undefined) found = { ...nowhere }
  const listed = serialList === undefined ? undefined : await listedDevices(db, serialList)
  const ids = listed && (filters.wholeList ? listed : await readableList(db, found, listed))
  const set: DeviceSet = {
    ...found,
    ...(type === undefined ? {} : { type: requireType(book.types, type) }),
    ...(state === undefined ? {} : { state }),
    ...(states === undefined ? {} : { states }),
    ...(repairTimes === undefined ? {} : { repairTimes }),
    ...(activeWorkerState === undefined ? {} : { activeWorkerState }),
    ...(serial === undefined || serial === '' ? {} : { serial }),
    ...(ids === undefined ? {} : { ids }),
    ...(name === undefined || name === '' ? {} : { named: await namedPlacesOf(db, book, name, found) }),
    ...(acknowledged === undefined && assigneeId === undefined ? {} : { care: { acknowledged, assigneeId } }),
  }
  return facts ? withFacts(db, set, facts) : set
}
