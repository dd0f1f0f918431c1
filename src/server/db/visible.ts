import { type RawBuilder, sql } from 'kysely'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { isOneOf } from './device-set.ts'

/**
 * The visibility of every kind of row outside the fleet (for a set of devices see `narrow` of
 * `services/places/places.ts`). Call these functions before a transaction begins: they may have to reload names, and the
 * embedded engine has one connection.
 */
type Caller = Pick<SignedInContext, 'scope' | 'viewer' | 'services' | 'reach'>

/**
 * The place columns of each kind of row.
 * - `site`: `company_id` and, below it, `site_id`; visible from the company in which the caller works.
 * - `base`: `company_id` alone; the company in which the caller works decides what lists show, the caller's permissions
 *   decide what may be changed (R214).
 * - `home`: as `base`, by the company of a person.
 * `ofClients` = a row may belong to a client (`client_id`), whose own user reaches only those rows. `own` = the
 * condition for the caller's own rows, if a rule limits the caller to them; a kind without it has none.
 */
const kinds = {
  station: { at: 'base', marksDeleted: true },
  measure: { at: 'base' },
  channel: { at: 'base', ofClients: true, marksDeleted: true },
  feed_source: { at: 'base' },
  schedule: { at: 'base', ofClients: true, marksDeleted: true },
  app_user: { at: 'home', marksDeleted: true },
  testee: { at: 'site' },
  trace: { at: 'site', own: 'made' },
  class_session: { at: 'site', own: 'madeHere', marksDeleted: true },
  reservation_plan: { at: 'site' },
  reservation: { at: 'site' },
  report: { at: 'site' },
  alert: { at: 'site' },
  alert_rule: { at: 'site', marksDeleted: true },
  silence: { at: 'site', marksDeleted: true },
  device: { at: 'site' },
  record_count: { at: 'site' },
} as const satisfies Record<
  string,
  { at: 'site' | 'base' | 'home'; own?: 'made' | 'madeHere'; ofClients?: true; marksDeleted?: true }
>
export type VisibleKind = keyof typeof kinds
type Asked = {
  /** The table's alias in the query; its name by default. */
  as?: string
  /** Restricts to one company and everything below it. */
  companyId?: number | undefined
}

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
const whereAmong = (column: string, ids: readonly number[] | null) => (ids === null ? [] : [isOneOf(column, ids)])
const isThere = (kind: VisibleKind, as: string) =>
  'marksDeleted' in kinds[kind] ? [sql<boolean>`${sql.ref(`${as}.deleted_at`)} is null`] : []

/** Return the rows of the caller's own client; null = the caller's rule has no limit to one client. */
function clientRows({ reach, viewer }: Caller, kind: VisibleKind, as: string): RawBuilder<boolean>[] | null {
  if (reach !== 'client') return null
  const isOwn = 'ofClients' in kinds[kind] && viewer.clientId !== null
  return [
    ...isThere(kind, as),
    isOwn ? sql<boolean>`${sql.ref(`${as}.client_id`)} = ${viewer.clientId}` : sql<boolean>`false`,
  ]
}

/** Return the caller's own rows of a kind. */
function ownRows({ viewer }: Caller, kind: VisibleKind, as: string): RawBuilder<boolean>[] {
  const rule = kinds[kind]
  if (!('own' in rule)) return [sql<boolean>`false`]
  const made = sql<boolean>`${sql.ref(`${as}.user_id`)} = ${viewer.userId}`
  return rule.own === 'made' ? [made] : [sql<boolean>`${sql.ref(`${as}.company_id`)} = ${viewer.tenantId}`, made]
}

/**
 * Return the rows of a kind that a list shows to the caller.
 * @throws AppError NOT_FOUND for a company that is foreign or missing, alike
 */
export async function visible(
  ctx: Caller,
  kind: VisibleKind,
  { as = kind, companyId }: Asked = {},
): Promise<RawBuilder<boolean>> {
  const { at } = kinds[kind]
  const present = isThere(kind, as)
  if (at === 'home')
    return all([...present, ...whereAmong(`${as}.home_company_id`, await visibleCompanies(ctx, companyId))])
  if (at === 'base') {
    const ofClient = clientRows(ctx, kind, as)
    const bases = ofClient !== null && companyId === undefined ? null : await visibleBases(ctx, companyId)
    return all([...(ofClient ?? present), ...whereAmong(`${as}.company_id`, bases)])
  }
  if (ctx.reach === 'own') return all([...present, ...ownRows(ctx, kind, as)])
  // Owners of machines see machines, and no rows of a base.
  if (ctx.reach === 'client' || ctx.reach === 'account') return sql<boolean>`false`
  return all([...present, await standsWithin(ctx, { as, companyId, site: sql.ref(`${as}.site_id`) })])
}

/**
 * Return the rows of a kind that the caller may change: all of them if the permissions of the management reach beyond
 * the company in which it works.
 */
export async function changeable(ctx: Caller, kind: VisibleKind, as: string = kind): Promise<RawBuilder<boolean>> {
  const { at } = kinds[kind]
  if (at === 'site') return visible(ctx, kind, { as })
  const ofClient = clientRows(ctx, kind, as)
  if (ofClient) return all(ofClient)
  const column = at === 'home' ? 'home_company_id' : 'company_id'
  return all([...isThere(kind, as), ...whereAmong(`${as}.${column}`, await changeableCompanies(ctx))])
}

/** The same as `visible` for counters, in which site 0 means none. */
export const visibleCounts = (ctx: Caller, as: string, companyId?: number): Promise<RawBuilder<boolean>> =>
  standsWithin(ctx, { as, companyId, site: sql`nullif(${sql.ref(`${as}.site_id`)}, 0)` })

/** Tenants whose rows a caller sees, and the sites to which the caller is restricted; null = whole tenants. */
type Reached = { companyIds: readonly number[]; siteIds: readonly number[] | null }

function reachedBy({ scope, viewer }: Caller): Reached {
  const companyIds = scope.branches.map(({ companyId }) => companyId)
  // Headquarters may have rows of its own.
  if (scope.everything) return { companyIds: [...companyIds, viewer.tenantId], siteIds: null }
  return {
    companyIds,
    siteIds: scope.branches.some(({ siteIds }) => siteIds)
      ? scope.branches.flatMap(({ siteIds }) => siteIds ?? [])
      : null,
  }
}

async function reachedAt(ctx: Caller, companyId: number): Promise<Reached> {
  const { company_id } = await placeOf(ctx, companyId)
  const book = await ctx.services.places.book()
  if (ctx.scope.everything && book.companies.get(companyId)?.kind === 'headquarters') return reachedBy(ctx)
  return { companyIds: [company_id], siteIds: companyId === company_id ? null : book.withChildren(companyId) }
}

type Standing = { as: string; companyId: number | undefined; site: RawBuilder<unknown> }
async function standsWithin(ctx: Caller, { as, companyId, site }: Standing): Promise<RawBuilder<boolean>> {
  const { companyIds, siteIds } = companyId === undefined ? reachedBy(ctx) : await reachedAt(ctx, companyId)
  const tenant = isOneOf(`${as}.company_id`, companyIds)
  if (siteIds !== null) return sql<boolean>`(${tenant} and ${site} = any(${[...siteIds]}::int[]))`
  const inBin = (await ctx.services.places.book()).deletedSites(companyIds)
  return inBin.length === 0
    ? tenant
    : sql<boolean>`(${tenant} and (${site} is null or not ${site} = any(${inBin}::int[])))`
}

/**
 * Return the place of a new row: the caller's company, or the requested one if the caller reaches it.
 * @throws AppError NOT_FOUND for a company that is foreign or missing, alike
 */
export async function placeOf(
  ctx: Caller,
  companyId: number = ctx.viewer.companyId,
): Promise<{ company_id: number; site_id: number | null }> {
  const company = (await ctx.services.places.book()).companies.get(companyId)
  const { companyIds, siteIds } = reachedBy(ctx)
  if (
    !company ||
    company.deleted ||
    !companyIds.includes(company.tenantId) ||
    (siteIds !== null && !siteIds.includes(companyId))
  ) {
    throw new AppError('NOT_FOUND')
  }
  return { company_id: company.tenantId, site_id: companyId === company.tenantId ? null : companyId }
}

/**
 * Return the base of a new row: that of `companyId`, or of the company in which the caller works.
 * @throws AppError NOT_FOUND for a company that is missing or out of reach, alike
 */
export async function baseOf(ctx: Caller, companyId?: number): Promise<number> {
  if (companyId === undefined) return ctx.viewer.tenantId
  await checkCompany(ctx, companyId)
  const company = (await ctx.services.places.book()).companies.get(companyId)
  if (!company) throw new AppError('NOT_FOUND')
  return company.tenantId
}

/**
 * Return the companies whose people lists show to the caller; null = all of them.
 * @throws AppError NOT_FOUND for a `companyId` that is missing or not the caller's, alike
 */
export async function visibleCompanies(ctx: Caller, companyId?: number): Promise<number[] | null> {
  const book = await ctx.services.places.book()
  const { viewer } = ctx
  if (companyId === undefined)
    return ctx.reach === 'all' && viewer.companyKind === 'headquarters' ? null : book.withChildren(viewer.companyId)
  await checkCompany(ctx, companyId)
  return book.companies.get(companyId)?.kind === 'headquarters' ? null : book.withChildren(companyId)
}

/** Return the bases of `visibleCompanies`; null = all of them. @throws AppError NOT_FOUND */
export async function visibleBases(ctx: Caller, companyId?: number): Promise<number[] | null> {
  const companies = await visibleCompanies(ctx, companyId)
  if (companies === null) return null
  const book = await ctx.services.places.book()
  return [...new Set(companies.flatMap((id) => book.companies.get(id)?.tenantId ?? []))]
}

/** Return the companies whose people and base records the caller may change; null = all of them. */
async function changeableCompanies(ctx: Caller): Promise<number[] | null> {
  return ctx.reach === 'all' ? null : (await ctx.services.places.book()).withChildren(ctx.viewer.companyId)
}

/** May the caller change records of this company? */
export async function reachesCompany(ctx: Caller, companyId: number): Promise<boolean> {
  return (await changeableCompanies(ctx))?.includes(companyId) ?? true
}

/** @throws AppError NOT_FOUND for a company that is missing, deleted or not the caller's, alike */
export async function checkCompany(ctx: Caller, companyId: number): Promise<void> {
  const company = (await ctx.services.places.book()).companies.get(companyId)
  if (!company || company.deleted || !(await reachesCompany(ctx, companyId))) throw new AppError('NOT_FOUND')
}

/**
 * Return the companies whose stock and orders the caller sees: the bases of the caller's scope, and headquarters for a
 * caller who reaches everything. A base is visible as a whole or not at all: a caller who sees only some of its sites
 * sees no stock. `companyId` restricts to one company.
 * @throws AppError NOT_FOUND for a company whose stock is not the caller's, as for one that is missing
 */
export async function visibleStocks(
  { scope, services }: Pick<Caller, 'scope' | 'services'>,
  companyId?: number,
): Promise<number[]> {
  const { companies } = await services.places.book()
  const bases = scope.branches.filter(
    ({ siteIds, clientId, accountId }) => siteIds === undefined && clientId === undefined && accountId === undefined,
  )
  const headquarters = [...companies.values()].filter(
    ({ kind, deleted }) => scope.everything && kind === 'headquarters' && !deleted,
  )
  const own = [...headquarters.map(({ id }) => id), ...bases.map((base) => base.companyId)]
  if (companyId === undefined) return own
  if (!own.includes(companyId)) throw new AppError('NOT_FOUND')
  return [companyId]
}
