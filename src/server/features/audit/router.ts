import { procedure, router } from '#server/trpc.ts'
import { AuditExportRequest, AuditRequest } from '#shared/audit.ts'
import { exportAudit } from './export.ts'
import { findAudit } from './find.ts'

/** Who did what, when and from where: read by the management, changed by nobody. */
export const auditRouter = router({
  find: procedure('audit.find')
    .input(AuditRequest)
    .query(({ ctx, input }) => findAudit(ctx, input)),
  export: procedure('audit.export')
    .input(AuditExportRequest)
    .query(({ ctx, input }) => exportAudit(ctx, input)),
})
