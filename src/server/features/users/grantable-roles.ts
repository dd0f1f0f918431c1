import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { type Role, roleOfLabel } from '#shared/permissions.ts'

/** What a base manager gives and takes; the management gives every role. Source: trust.md section 4, rule 7 */
const baseRoles: readonly Role[] = ['inspector', 'registrar', 'none']

/** @throws AppError FORBIDDEN for a role that the caller may neither take away nor give */
export function checkGrantable(ctx: SignedInContext, label: string | null): void {
  if (ctx.viewer.role !== 'manager' && !baseRoles.includes(roleOfLabel(label))) throw new AppError('FORBIDDEN')
}
