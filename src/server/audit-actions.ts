import type { AuditVerb } from '#shared/audit.ts'
import type { AuditArea } from '#shared/audit-kinds.ts'
import type { ProcedurePath } from './policy.ts'

/** What the audit log names beside calls: done by no call of a person, or in the middle of one. */
export const besideCalls = ['auth.lock', 'auth.forgetDevice', 'sites.sweep', 'system.restore'] as const

/** The name of what the audit log tells: a call, or one of those beside. Its area and its verb have words in both languages. */
export type AuditAction = Extract<ProcedurePath | (typeof besideCalls)[number], `${AuditArea}.${AuditVerb}`>
