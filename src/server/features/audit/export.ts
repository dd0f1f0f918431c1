import { listFile } from '#server/services/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditExportRequest } from '#shared/audit.ts'
import type { FileParts } from '#shared/files.ts'
import { type Word, word } from '#shared/i18n/index.ts'
import { auditPages } from './find.ts'

const pageSize = 2_000
const titles: readonly Word[] = [
  'audit.at',
  'audit.actor',
  'audit.company',
  'audit.address',
  'audit.action',
  'audit.targetKind',
  'audit.targetId',
  'audit.result',
  'audit.details',
]

/**
 * The log as a file, with the filters of the list; taking it away is itself in the log.
 * @throws AppError TOO_MANY before the first part
 */
export async function exportAudit(ctx: SignedInContext, request: AuditExportRequest): Promise<FileParts> {
  ctx.services.exportRate.count(ctx.viewer.userId, ctx.clock())
  return parts(ctx, request)
}

function parts(ctx: SignedInContext, { format, language = ctx.request.language, ...filters }: AuditExportRequest): FileParts {
  return listFile(ctx, {
    action: 'audit.export',
    targetKind: 'audit_log',
    name: word(language, 'audit.file'),
    format,
    header: titles.map((title) => word(language, title)),
    pages: auditPages(ctx, filters, pageSize),
    cells: (row) => [
      row.at,
      row.actor,
      row.company,
      row.address,
      row.action,
      row.targetKind,
      row.targetId,
      row.result,
      row.details && JSON.stringify(row.details),
    ],
    filters,
  })
}
