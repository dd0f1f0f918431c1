import { z } from 'zod'
import { Day, daysInOrder, daysReversed } from './dates.ts'
import { closedRequest, Id, Paging, unlimited } from './paging.ts'

const auditPageSize = 50
const longest = 64

/** First parts of the names of actions: the features of which calls are logged, or refused. */
export const auditAreas = [
  'auth',
  'users',
  'devices',
  'feeds',
  'repairs',
  'machines',
  'comments',
  'traces',
  'testees',
  'towns',
  'classes',
  'sites',
  'clients',
  'accounts',
  'cities',
  'orders',
  'stock',
  'parts',
  'materialTypes',
  'models',
  'materials',
  'tagTypes',
  'projects',
  'plans',
  'reservations',
  'reports',
  'stations',
  'measures',
  'kpi',
  'catalogue',
  'charts',
  'dailies',
  'cockpits',
  'data',
  'attachments',
  'views',
  'history',
  'system',
  'audit',
] as const
/** The name of what the log tells. */
export type AuditAction = `${(typeof auditAreas)[number]}.${string}`
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
/** Columns of the log's file, in their order. */
export const auditColumns = ['at', 'actor', 'company', 'address', 'action', 'targetKind', 'targetId', 'result', 'details'] as const
export const AuditExportRequest = closedRequest({
  ...filters,
  columns: unlimited(z.array(z.enum(auditColumns)).min(1)),
  format: unlimited(z.enum(['csv', 'xls', 'xlsx'])).transform((format) => format ?? 'csv'),
  language: unlimited(z.enum(['zh', 'en'])),
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
}
