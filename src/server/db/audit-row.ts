import type { Transaction } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { Database } from './tables.ts'

/** What the audit log says of a change. `companyId` where it is not the `company_id` of the row; null = of no company. */
export type Told = { action: AuditAction; companyId?: number | null | undefined }

/** Writes the line of the audit log about a row, in the transaction of its change. */
export function auditRow(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  { kind }: { kind: AuditKind },
  row: { id: number; company_id?: number | null },
  { action, companyId = row.company_id ?? null, details }: Told & { details?: Record<string, unknown> | undefined },
): Promise<void> {
  return ctx.services.audit.write(trx, ctx, {
    action,
    targetKind: kind,
    targetId: row.id,
    companyId,
    ...(details && { details }),
  })
}

/** Writes a line of the audit log about personal data that was read. Source: trust.md row 30 */
export const auditReading = (
  ctx: SignedInContext,
  kind: AuditKind,
  {
    action,
    ...about
  }: Told & { targetId?: string | number | undefined; details?: Record<string, unknown> | undefined },
): Promise<void> => ctx.services.audit.write(ctx.db, ctx, { action, targetKind: kind, result: 'read', ...about })
