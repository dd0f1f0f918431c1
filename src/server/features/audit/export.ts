import { chosenColumns, type FileColumn, listFile } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type AuditExportRequest, type AuditRow, auditColumns } from '#shared/audit.ts'
import type { FileParts } from '#shared/files.ts'
import { word } from '#shared/i18n/index.ts'
import { auditPages, checkAuditFilters } from './find.ts'

const pageSize = 2_000
type Column = (typeof auditColumns)[number]
const columnsOfFile: Readonly<Record<Column, FileColumn<AuditRow>>> = {
  at: { title: 'audit.at', value: (row) => row.at },
  sentence: { title: 'audit.sentence', value: (row) => row.sentence },
  actor: { title: 'audit.actor', value: (row) => row.actor },
  company: { title: 'audit.company', value: (row) => row.company },
  address: { title: 'audit.address', value: (row) => row.address },
  action: { title: 'audit.action', value: (row) => row.action },
  targetKind: { title: 'audit.targetKind', value: (row) => row.targetKind },
  targetId: { title: 'audit.targetId', value: (row) => row.targetId },
  result: { title: 'audit.result', value: (row) => row.result },
  details: { title: 'audit.details', value: (row) => row.details && JSON.stringify(row.details) },
}

/**
 * Export the log as a file, with the filters of the list. The export itself is logged.
 * @throws AppError before the first part: TOO_MANY, and the errors of the list
 */
export async function exportAudit(ctx: SignedInContext, request: AuditExportRequest): Promise<FileParts> {
  await checkAuditFilters(ctx, request)
  const { format, language = ctx.request.language, columns = [...auditColumns], ...filters } = request
  const pages = await auditPages(ctx, filters, pageSize, language)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  return listFile(ctx, {
    action: 'audit.export',
    targetKind: 'audit_log',
    name: word(language, 'audit.file'),
    format,
    ...chosenColumns(columnsOfFile, columns, format, language),
    pages,
    filters,
  })
}
