import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { type Role, roleOfLabel } from '#shared/roles.ts'

/** Roles that a base manager may grant and revoke; managers may grant every role. Source: trust.md section 4, rule 7 */
const baseRoles: readonly Role[] = ['inspector', 'registrar', 'none']

/** @throws AppError FORBIDDEN for a role that the caller may neither grant nor revoke */
export function checkGrantable(ctx: SignedInContext, label: string | null): void {
  if (ctx.viewer.role !== 'manager' && !baseRoles.includes(roleOfLabel(label))) throw new AppError('FORBIDDEN')
}
