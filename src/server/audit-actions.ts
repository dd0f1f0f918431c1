import type { AuditVerb } from '#shared/audit.ts'
import type { AuditArea } from '#shared/audit-kinds.ts'
import type { ProcedurePath } from './permissions.ts'

/** Actions of the audit log that are no call of a user, or that happen within one. */
export const besideCalls = ['auth.lock', 'auth.forgetDevice', 'sites.sweep', 'system.restore'] as const

/**
 * The name of an action in the audit log: a call, or one of `besideCalls`. Its area and its verb have words in both
 * languages.
 */
export type AuditAction = Extract<ProcedurePath | (typeof besideCalls)[number], `${AuditArea}.${AuditVerb}`>
