import type { AuditAction } from '#server/audit-actions.ts'
import type { Context } from '#server/context.ts'
import type { Outcome } from '#server/services/sign-in/sign-in-limits.ts'

type FailedTry = {
  action: AuditAction
  userId: number | null
  companyId?: number | null
  details?: Record<string, unknown>
}

/**
 * Return a function that logs a failed attempt, and the lock of the account if this attempt caused it. Unknown accounts
 * are logged in the same way.
 */
export const recordFailure =
  (
    ctx: Pick<Context, 'services' | 'viewer' | 'request'>,
    { action, userId, ...entry }: FailedTry,
  ): NonNullable<Outcome<unknown>['record']> =>
  async (trx, { locks }) => {
    const whom = { targetKind: 'user' as const, ...(userId === null ? {} : { targetId: userId }) }
    await ctx.services.audit.write(trx, ctx, { action, ...whom, result: 'failed', ...entry })
    if (locks)
      await ctx.services.audit.write(trx, ctx, {
        action: 'auth.lock',
        ...whom,
        details: { after: action },
        companyId: null,
      })
  }
