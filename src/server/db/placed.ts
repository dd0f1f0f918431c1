import { type RawBuilder, sql } from 'kysely'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'

/** Tenants whose rows somebody sees, and the sites that he is narrowed to; null = the tenants whole. */
type Reached = { companyIds: readonly number[]; siteIds: readonly number[] | null }
type Caller = Pick<SignedInContext, 'scope' | 'viewer' | 'services'>

function reachedBy({ scope, viewer }: Caller): Reached {
  const companyIds = scope.branches.map(({ companyId }) => companyId)
  // Headquarters may have rows of its own.
  if (scope.everything) return { companyIds: [...companyIds, viewer.tenantId], siteIds: null }
  return { companyIds, siteIds: scope.branches.some(({ siteIds }) => siteIds) ? scope.branches.flatMap(({ siteIds }) => siteIds ?? []) : null }
}

/**
 * Which rows with `company_id` and `site_id` a caller sees: those of his company and its children; `companyId` narrows to one of them.
 * `site` names the column where it is not the row's own. Ask before a transaction begins: names may have to be read anew, and the
 * embedded engine has one connection.
 * @throws AppError NOT_FOUND for a company that is foreign or missing, alike
 */
export async function placedRows(ctx: Caller, alias: string, companyId?: number, site = sql.ref(`${alias}.site_id`)): Promise<RawBuilder<boolean>> {
  const { companyIds, siteIds } = companyId === undefined ? reachedBy(ctx) : await reachedAt(ctx, companyId)
  const tenant = sql<boolean>`${sql.ref(`${alias}.company_id`)} = any(${[...companyIds]}::int[])`
  if (siteIds !== null) return sql<boolean>`(${tenant} and ${site} = any(${[...siteIds]}::int[]))`
  const inBin = (await ctx.services.places.book()).deletedSites(companyIds)
  return inBin.length === 0 ? tenant : sql<boolean>`(${tenant} and (${site} is null or not ${site} = any(${inBin}::int[])))`
}

async function reachedAt(ctx: Caller, companyId: number): Promise<Reached> {
  const { company_id } = await placeOf(ctx, companyId)
  const book = await ctx.services.places.book()
  if (ctx.scope.everything && book.companies.get(companyId)?.kind === 'headquarters') return reachedBy(ctx)
  return { companyIds: [company_id], siteIds: companyId === company_id ? null : book.withChildren(companyId) }
}

/**
 * Where a new row stands: at the caller's company, or at the one he names among those he reaches.
 * @throws AppError NOT_FOUND for a company that is foreign or missing, alike
 */
export async function placeOf(ctx: Caller, companyId: number = ctx.viewer.companyId): Promise<{ company_id: number; site_id: number | null }> {
  const company = (await ctx.services.places.book()).companies.get(companyId)
  const { companyIds, siteIds } = reachedBy(ctx)
  if (!company || company.deleted || !companyIds.includes(company.tenantId) || (siteIds !== null && !siteIds.includes(companyId))) {
    throw new AppError('NOT_FOUND')
  }
  return { company_id: company.tenantId, site_id: companyId === company.tenantId ? null : companyId }
}
