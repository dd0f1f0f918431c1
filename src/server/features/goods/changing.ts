import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditAction } from '#shared/audit.ts'

/** Writes a change of what all tenants share, and its row of the audit log: both or neither. */
export const changing = <Result extends { id: number }>(
  ctx: SignedInContext,
  action: AuditAction,
  targetKind: string,
  change: (trx: Transaction<Database>) => Promise<Result>,
  details: Record<string, unknown> = {},
): Promise<Result> =>
  ctx.db.transaction().execute(async (trx) => {
    const result = await change(trx)
    await ctx.services.audit.write(trx, ctx, { action, targetKind, targetId: result.id, companyId: null, details })
    return result
  })
