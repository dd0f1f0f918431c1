import { z } from 'zod'
import type { AuditRow } from '#shared/audit.ts'
import type { DatabaseNode, SystemStatus } from '#shared/system.ts'
import { answerOf, count, listOf, optionalId, optionalText, text } from './answer-schemas.ts'
import { fileTypes } from './example-values.ts'
import { type Route, route } from './route.ts'

export const auditAnswer = answerOf<AuditRow>()(
  z.object({
    id: text,
    at: text,
    actor: text,
    companyId: optionalId,
    company: optionalText,
    address: optionalText,
    action: text,
    targetKind: optionalText,
    targetId: optionalText,
    result: text,
    details: z.record(text, z.unknown()).nullable(),
    sentence: text,
  }),
)
/** The contract of this call has no sizes of nodes. */
type StatusAnswer = Omit<SystemStatus, 'nodes'> & { nodes: Omit<DatabaseNode, 'bytes'>[] | null }
const withoutSizes = ({ nodes, ...status }: SystemStatus): StatusAnswer => ({
  ...status,
  nodes: nodes?.map(({ bytes: _, ...node }) => node) ?? null,
})
export const statusAnswer = answerOf<StatusAnswer>()(
  z.object({
    engine: z.enum(['embedded', 'postgres']),
    databaseVersion: text,
    databaseBytes: z.number(),
    migrations: z.array(z.object({ name: text, executedAt: optionalText })),
    companies: count,
    users: count,
    devices: count,
    firstDate: optionalText,
    lastDate: optionalText,
    nodes: z.array(z.object({ name: text, first: z.boolean(), answers: z.boolean(), pieces: count })).nullable(),
    timeZone: text,
    uptimeSeconds: count,
    node: text,
  }),
)

/** The audit log, and the state of the product. */
export const systemRoutes: readonly Route[] = [
  route('POST', '/audit/find', 'audit.find', {
    title: 'api.auditFind',
    answer: listOf(auditAnswer),
    example: { body: { page: 1, size: 20, startDate: '{today-7}', endDate: '{today}' } },
  }),
  route('POST', '/audit/export', 'audit.export', {
    title: 'api.auditExport',
    reply: 'file',
    example: {
      body: { startDate: '{today-7}', endDate: '{today}', format: 'csv' },
      answer: { name: { zh: '操作记录.csv', en: 'Audit log.csv' }, type: fileTypes.csv },
    },
  }),
  route('GET', '/system/status', 'system.status', {
    title: 'api.status',
    output: withoutSizes,
    answer: statusAnswer,
    example: {},
  }),
]
