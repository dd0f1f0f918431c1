import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#server/db/scope.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectListKind } from '#shared/projects.ts'

/** Projects of one owner, or of companies. `siteIds` limits them to owners whose home company is one of these sites. */
export type ProjectSet = { ownerId: number; companyIds: readonly number[] | null } | CompanyProjects
/** `withoutSiteIds`: deleted sites, whose users' projects are excluded. */
type CompanyProjects = {
  companyIds: readonly number[]
  siteIds: readonly number[] | null
  withoutSiteIds?: readonly number[] | undefined
}

const nobody = 0

const headquartersOf = (book: PlaceBook): number[] =>
  [...book.companies.values()].flatMap(({ id, kind }) => (kind === 'headquarters' ? [id] : []))

/**
 * Return the caller's own projects, in whichever company they were created. The terminal owns none: it is the
 * administrator in the documents, so all projects count as its own. Managers change only their own ones. Source:
 * trust.md, section 4, row `project`
 */
export const ownProjects = (viewer: Viewer, book: PlaceBook): ProjectSet =>
  viewer.actor === 'cli'
    ? {
        companyIds: [...book.companies.values()].flatMap(({ id, tenantId, kind }) =>
          kind === 'headquarters' || id === tenantId ? [id] : [],
        ),
        siteIds: null,
      }
    : { ownerId: viewer.userId ?? nobody, companyIds: null }

/** Return the projects of a scope: those of its tenants, and of headquarters for a caller who sees everything. */
export function projectsOfScope(scope: Scope, book: PlaceBook): ProjectSet {
  const companyIds = scope.branches.map(({ companyId }) => companyId)
  const sites = scope.branches.flatMap(({ siteIds }) => siteIds ?? [])
  const bySites = scope.branches.some(({ siteIds }) => siteIds !== undefined)
  const { withoutSiteIds } = scope
  return {
    companyIds: scope.everything ? [...headquartersOf(book), ...companyIds] : companyIds,
    siteIds: bySites ? sites : null,
    withoutSiteIds,
  }
}

type Owners = Pick<CompanyProjects, 'siteIds' | 'withoutSiteIds'>
const atHome = (siteIds: readonly number[]) =>
  sql`in (select id from app_user where home_company_id = any(${siteIds}::int[]))`
function ownersOf({ siteIds, withoutSiteIds }: Owners): RawBuilder<unknown> {
  if (siteIds !== null) return sql` and project.user_id ${atHome(siteIds)}`
  return withoutSiteIds?.length
    ? sql` and (project.user_id is null or not project.user_id ${atHome(withoutSiteIds)})`
    : sql``
}

/**
 * Return the condition for projects of one company. It is an equality, because only that reads an index in its order.
 */
export const isOfCompany = (company: RawBuilder<unknown>, owners: Owners): RawBuilder<boolean> =>
  sql<boolean>`(project.company_id = ${company}${ownersOf(owners)})`

function isOf(set: ProjectSet): RawBuilder<boolean> {
  const [first, ...others] = set.companyIds ?? []
  if ('ownerId' in set) {
    const made = set.companyIds === null ? sql`` : sql` and project.company_id = any(${set.companyIds}::int[])`
    return sql<boolean>`(project.user_id = ${set.ownerId}${made})`
  }
  if (first !== undefined && others.length === 0) return isOfCompany(sql`${first}`, set)
  return sql<boolean>`(project.company_id = any(${set.companyIds}::int[])${ownersOf(set)})`
}

/** Return the condition that a row of `project` is in one of the sets and not deleted. */
export const isOneOf = (sets: readonly ProjectSet[]): RawBuilder<boolean> =>
  sql<boolean>`(project.deleted_at is null and (${sql.join(sets.map(isOf), sql` or `)}))`

/**
 * Limit a set to a company: headquarters means all companies, a site the projects of its users.
 * @throws AppError `code` for a company that is out of reach or missing, with the same answer
 */
export function ofCompany(
  set: ProjectSet,
  book: PlaceBook,
  viewer: Viewer,
  id: number,
  code: 'FORBIDDEN' | 'NOT_FOUND',
): ProjectSet {
  const company = book.companies.get(id)
  if (!company || company.deleted) throw new AppError(code)
  if ('ownerId' in set) {
    const mayName = id === viewer.tenantId || book.withChildren(viewer.companyId).includes(id)
    if (!mayName) throw new AppError(code)
    return company.kind === 'headquarters' ? set : { ...set, companyIds: [company.tenantId] }
  }
  if (!set.companyIds.includes(company.tenantId)) throw new AppError(code)
  if (company.kind === 'headquarters') return set
  if (set.siteIds !== null && !set.siteIds.includes(id)) throw new AppError(code)
  const siteIds = id === company.tenantId ? set.siteIds : book.withChildren(id)
  return { companyIds: [company.tenantId], siteIds, withoutSiteIds: set.withoutSiteIds }
}

/**
 * Return the projects of a list that a request may name. The documents propose to ignore the `userId` of another user.
 * trust.md (row 23) takes precedence: the scope comes from the session, and a value outside it is refused, not ignored.
 * @throws AppError FORBIDDEN for a list beyond the caller's reach, for another user's `userId` in the own list, for a
 * `companyId` out of reach; NOT_FOUND for a missing user, to a caller who reaches everything
 */
export async function requestedProjects(
  ctx: SignedInContext,
  list: ProjectListKind,
  { userId, companyId }: { userId?: number | undefined; companyId?: number | undefined },
): Promise<ProjectSet> {
  const { viewer, reach, scope } = ctx
  const book = await ctx.services.places.book()
  const mayList = list === 'own' || reach === 'all' || (list === 'company' && reach === 'company')
  if (!mayList) throw new AppError('FORBIDDEN')
  if (list === 'own' && viewer.actor === 'user' && userId !== undefined && userId !== viewer.userId)
    throw new AppError('FORBIDDEN')
  if (viewer.actor === 'cli' || reach === 'all') {
    if (companyId !== undefined && !book.companies.has(companyId))
      throw new AppError('FORBIDDEN', { field: 'companyId', problem: 'error.notFound' })
    const user =
      userId === undefined
        ? true
        : await ctx.readDb.selectFrom('app_user').select('id').where('id', '=', userId).executeTakeFirst()
    if (!user) throw new AppError('NOT_FOUND', { field: 'userId' })
  }
  const set = list === 'own' ? ownProjects(viewer, book) : projectsOfScope(scope, book)
  return companyId === undefined ? set : ofCompany(set, book, viewer, companyId, 'FORBIDDEN')
}
