import type { SignedInContext } from '#server/trpc.ts'
import type { AuditAction, AuditKind } from '#shared/audit.ts'
import { roleKeys } from '#shared/permissions.ts'

/** Phones are whole for those who administer users, and masked for all others. Source: trust.md section 3, row 30 */
export const readsPhones = (ctx: SignedInContext): boolean => roleKeys[ctx.viewer.role].includes('user')

/** The first three and the last four digits, the rest hidden. */
export const maskedPhone = (phone: string | null): string | null =>
  phone === null ? null : phone.length <= 7 ? '*'.repeat(phone.length) : `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`

/** What was sent; undefined keeps what is stored, and so does a phone that came back masked. */
export const sentPhone = (phone: string | null | undefined): string | null | undefined => (phone?.includes('*') ? undefined : phone)

/** Whoever reads whole phones, or what an inspection found, leaves a trace. */
export const auditRead = (ctx: SignedInContext, action: AuditAction, targetKind: AuditKind, about: { targetId?: number; rows?: number; companyId?: number }) =>
  ctx.services.audit.write(ctx.db, ctx, {
    action,
    targetKind,
    result: 'read',
    ...(about.targetId === undefined ? {} : { targetId: about.targetId }),
    ...(about.companyId === undefined ? {} : { companyId: about.companyId }),
    ...(about.rows === undefined ? {} : { details: { rows: about.rows } }),
  })
