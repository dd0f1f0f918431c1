import type { Transaction } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { Database } from './tables.ts'

/**
 * Content of an audit log entry about a change. Set `companyId` if it differs from the row's `company_id`; null = no
 * company.
 */
export type AuditContent = { action: AuditAction; companyId?: number | null | undefined }

/** Write the audit log entry about a row, in the transaction that changes the row. */
export function auditRow(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  { kind }: { kind: AuditKind },
  row: { id: number; company_id?: number | null },
  {
    action,
    companyId = row.company_id ?? null,
    details,
  }: AuditContent & { details?: Record<string, unknown> | undefined },
): Promise<void> {
  return ctx.services.audit.write(trx, ctx, {
    action,
    targetKind: kind,
    targetId: row.id,
    companyId,
    ...(details && { details }),
  })
}

/** Write an audit log entry about personal data that was read. Source: trust.md row 30 */
export const auditReading = (
  ctx: SignedInContext,
  kind: AuditKind,
  {
    action,
    ...about
  }: AuditContent & { targetId?: string | number | undefined; details?: Record<string, unknown> | undefined },
): Promise<void> => ctx.services.audit.write(ctx.db, ctx, { action, targetKind: kind, result: 'read', ...about })
