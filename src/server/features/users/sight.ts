import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { type Role, roleOfLabel } from '#shared/permissions.ts'

/**
 * The companies whose users the caller works with; null = all of them. The management's view follows the company selector,
 * its rights do not (R214).
 * @throws AppError NOT_FOUND for a `companyId` that is missing or not the caller's, alike
 */
export async function companiesInSight(ctx: SignedInContext, companyId?: number): Promise<number[] | null> {
  const book = await ctx.services.places.book()
  const { viewer } = ctx
  if (companyId === undefined) return ctx.reach === 'all' && viewer.companyKind === 'headquarters' ? null : book.withChildren(viewer.companyId)
  await checkCompany(ctx, companyId)
  return book.companies.get(companyId)?.kind === 'headquarters' ? null : book.withChildren(companyId)
}

/** @throws AppError NOT_FOUND for a company that is missing, deleted or not the caller's, alike */
export async function checkCompany(ctx: SignedInContext, companyId: number): Promise<void> {
  const company = (await ctx.services.places.book()).companies.get(companyId)
  if (!company || company.deleted || !(await reaches(ctx, companyId))) throw new AppError('NOT_FOUND')
}

/** May the caller touch users of this company? */
export async function reaches(ctx: SignedInContext, companyId: number): Promise<boolean> {
  return ctx.reach === 'all' || (await ctx.services.places.book()).withChildren(ctx.viewer.companyId).includes(companyId)
}

/** What a base manager gives and takes; the management gives every role. Source: trust.md section 4, rule 7 */
const baseRoles: readonly Role[] = ['inspector', 'registrar', 'none']

/** @throws AppError FORBIDDEN for a role above the caller's ladder, the one somebody has as well as the one he is to get */
export function checkLadder(ctx: SignedInContext, label: string | null): void {
  if (ctx.viewer.role !== 'manager' && !baseRoles.includes(roleOfLabel(label))) throw new AppError('FORBIDDEN')
}
