import { z } from 'zod'
import { addDays, Day, daysInOrder, daysReversed } from './dates.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, LanguageField, unlimited } from './request-fields.ts'

export const auditPageSize = 50
const longest = 64

/** The second part of an action's name. Each has a text (`i18n/audit-terms.ts`). */
export type AuditVerb =
  | 'save'
  | 'saveFirst'
  | 'update'
  | 'delete'
  | 'restore'
  | 'cancel'
  | 'void'
  | 'import'
  | 'undo'
  | 'fill'
  | 'find'
  | 'get'
  | 'exceptionRows'
  | 'export'
  | 'pdf'
  | 'exportPdf'
  | 'statement'
  | 'login'
  | 'loginByTicket'
  | 'refresh'
  | 'logout'
  | 'register'
  | 'sendCode'
  | 'resetPassword'
  | 'updatePassword'
  | 'setPassword'
  | 'setDisabled'
  | 'endSessions'
  | 'endOwn'
  | 'mintTicket'
  | 'createToken'
  | 'endToken'
  | 'changeCompany'
  | 'setStatus'
  | 'test'
  | 'resend'
  | 'run'
  | 'revoke'
  | 'pull'
  | 'scrap'
  | 'mark'
  | 'attend'
  | 'acknowledge'
  | 'silence'
  | 'saveSerialPatterns'
  | 'addChecks'
  | 'share'
  | 'unshare'
  | 'uploadVideo'
  | 'upload'
  | 'resolve'
  | 'start'
  | 'backup'
  | 'rotateKeys'
  | 'archive'
  | 'clear'
  | 'updateParts'
  | 'exportDays'
  | 'exportMachines'
  | 'exportWarnings'
  | 'saveFabric'
  | 'seed'
  | 'syncFromReservation'
  | 'upStation'
  | 'getDetail'
  | 'getByUserId'
  | 'mine'
  | 'ofTestee'
  | 'ofTown'
  | 'profile'
  | 'lock'
  | 'sweep'
  | 'forgetDevice'
export const auditResults = ['ok', 'failed', 'denied', 'read', 'done', 'stopped'] as const

/** The filters of the audit log. */
const filters = {
  /** A part of the user name. */
  actor: unlimited(z.string().trim().max(longest)),
  /** The whole name, or its first part: users, auth. */
  action: unlimited(
    z
      .string()
      .trim()
      .max(longest)
      .regex(/^[A-Za-z.]+$/),
  ),
  result: unlimited(z.enum(auditResults)),
  /** Business days, both inclusive. */
  startDate: unlimited(Day),
  endDate: unlimited(Day),
  companyId: unlimited(Id),
}
export const AuditRequest = closedRequest({
  page: Paging.shape.page,
  size: unlimited(Paging.shape.size).transform((size) => size ?? auditPageSize),
  ...filters,
}).refine(daysInOrder, daysReversed)
export type AuditRequest = z.output<typeof AuditRequest>
/** A user's filters of the list; `from` and `to` are days, by default the week that ends at `today`. */
export const auditListFilters = (today: Day) =>
  z.object({
    actor: filters.actor,
    action: filters.action,
    result: filters.result,
    from: unlimited(Day).transform((day) => day ?? addDays(today, -6)),
    to: unlimited(Day).transform((day) => day ?? today),
  })
/** Columns of the exported log, in order. */
export const auditColumns = [
  'at',
  'sentence',
  'actor',
  'company',
  'address',
  'action',
  'targetKind',
  'targetId',
  'result',
  'details',
] as const
export const AuditExportRequest = closedRequest({
  ...filters,
  columns: unlimited(z.array(z.enum(auditColumns)).min(1)),
  format: unlimited(z.enum(['csv', 'xls', 'xlsx'])).transform((format) => format ?? 'csv'),
  language: LanguageField,
}).refine(daysInOrder, daysReversed)
export type AuditExportRequest = z.output<typeof AuditExportRequest>
export type AuditFilters = Pick<AuditRequest, keyof typeof filters>

/** One audit log entry; `at` in business time, `details` without secrets and phones. */
export type AuditRow = {
  id: string
  at: string
  actor: string
  companyId: number | null
  company: string | null
  address: string | null
  action: string
  targetKind: string | null
  targetId: string | null
  result: string
  details: Record<string, unknown> | null
  /** The entry as a sentence in the reader's language, with names. */
  sentence: string
}
