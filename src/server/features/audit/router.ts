import { query, router } from '#server/trpc.ts'
import { AuditExportRequest, AuditRequest } from '#shared/audit.ts'
import { exportAudit } from './export.ts'
import { findAudit } from './find.ts'

/** The audit log: who did what, when and from where. The management reads it, and nobody changes it. */
export const auditRouter = router({
  find: query('audit.find', AuditRequest, findAudit),
  export: query('audit.export', AuditExportRequest, exportAudit),
})
