import { z } from 'zod'
import { addDays, Day, daysInOrder, daysReversed } from './dates.ts'
import { closedRequest, Id, Paging, unlimited } from './paging.ts'
import { LanguageField } from './request-fields.ts'

const auditPageSize = 50
const longest = 64

/** What an entry of the log may be about. Each has a word (`i18n/audit-terms.ts`). */
export const auditKinds = [
  'account',
  'alert',
  'alert_rule',
  'attachment',
  'audit_log',
  'catalogueVersion',
  'channel',
  'city',
  'class',
  'client',
  'comment',
  'company',
  'company_material',
  'company_material_order',
  'daily_scope',
  'device',
  'device_daily',
  'feed_conflict',
  'import_batch',
  'machine_material_order',
  'machine_type',
  'material',
  'material_type',
  'measure',
  'model',
  'month',
  'place',
  'project',
  'province',
  'repair_daily',
  'report',
  'reservation',
  'reservation_plan',
  'saved_view',
  'session',
  'setting',
  'silence',
  'station',
  'stocktake',
  'system',
  'tag_type',
  'testee',
  'town',
  'trace',
  'user',
] as const
export type AuditKind = (typeof auditKinds)[number]

/**
 * First parts of the names of actions: the features of which calls are logged, or refused; and what a refused call of each is about.
 * A feature without a row here does not compile, and each row has a word (`i18n/audit.ts`).
 */
export const kindOfArea = {
  auth: 'user',
  users: 'user',
  devices: 'device',
  feeds: 'import_batch',
  transfers: 'import_batch',
  alerts: 'alert',
  alertRules: 'alert_rule',
  silences: 'silence',
  live: 'company',
  repairs: 'device',
  machines: 'device',
  comments: 'comment',
  traces: 'trace',
  testees: 'testee',
  towns: 'town',
  classes: 'class',
  sites: 'company',
  stocktakes: 'stocktake',
  channels: 'channel',
  deliveries: 'channel',
  clients: 'client',
  accounts: 'account',
  cities: 'city',
  orders: 'company_material_order',
  stock: 'company_material',
  parts: 'device',
  materialTypes: 'material_type',
  models: 'model',
  materials: 'material',
  tagTypes: 'tag_type',
  projects: 'project',
  plans: 'reservation_plan',
  reservations: 'reservation',
  reports: 'report',
  stations: 'station',
  measures: 'measure',
  kpi: 'company',
  catalogue: 'catalogueVersion',
  charts: 'device_daily',
  dailies: 'device_daily',
  cockpits: 'company',
  today: 'company',
  data: 'company',
  attachments: 'attachment',
  views: 'saved_view',
  history: 'month',
  system: 'system',
  audit: 'audit_log',
} as const satisfies Record<string, AuditKind>
export type AuditArea = keyof typeof kindOfArea
export const auditAreas = Object.keys(kindOfArea) as AuditArea[]
export const isAuditArea = (name: string): name is AuditArea => Object.hasOwn(kindOfArea, name)
/** What was done, the second part of the name of an action. Each has a word (`i18n/audit-terms.ts`). */
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
  | 'scrap'
  | 'mark'
  | 'attend'
  | 'acknowledge'
  | 'silence'
  | 'saveHashRules'
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

/** Where a person reads about an action: the first part of its name. */
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
/** What a person narrows the list by; `from` and `to` are the days, the last week that ends at `today` unless others are asked for. */
export const auditListFilters = (today: Day) =>
  z.object({
    actor: filters.actor,
    action: filters.action,
    result: filters.result,
    from: unlimited(Day).transform((day) => day ?? addDays(today, -6)),
    to: unlimited(Day).transform((day) => day ?? today),
  })
/** Columns of the log's file, in their order. */
export const auditColumns = ['at', 'sentence', 'actor', 'company', 'address', 'action', 'targetKind', 'targetId', 'result', 'details'] as const
export const AuditExportRequest = closedRequest({
  ...filters,
  columns: unlimited(z.array(z.enum(auditColumns)).min(1)),
  format: unlimited(z.enum(['csv', 'xls', 'xlsx'])).transform((format) => format ?? 'csv'),
  language: LanguageField,
}).refine(daysInOrder, daysReversed)
export type AuditExportRequest = z.output<typeof AuditExportRequest>
export type AuditFilters = Pick<AuditRequest, keyof typeof filters>

/** One thing that somebody did; `at` in business time, `details` without secrets and phones. */
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
  /** The same in words of the reader, with names. */
  sentence: string
}
