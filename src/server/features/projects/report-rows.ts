import { sql, type Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import { type Attachment, insertAttachment } from '#server/features/attachments/queries.ts'
import { storedTypes } from '#server/services/storage/stored-names.ts'
import { AppError } from '#shared/errors.ts'
import type { ReportLanguage } from '#shared/projects.ts'
import type { Selection } from '#shared/selection/select.ts'
import type { ProjectRow } from './rows.ts'

export type EarlierReport = {
  version: string
  language: ReportLanguage
  createdAt: Date
  userName: string | null
  selection: Selection
  storedName: string
  fileName: string
}

/** Return the reports of a project, oldest first. */
export const findReports = (db: Db, projectId: number): Promise<EarlierReport[]> =>
  db
    .selectFrom('project_pdf')
    .innerJoin('attachment', 'attachment.id', 'project_pdf.attachment_id')
    .select([
      'version',
      'language',
      'project_pdf.create_time as createdAt',
      'user_name as userName',
      'selection',
      'stored_name as storedName',
      'file_name as fileName',
    ])
    .where('project_id', '=', projectId)
    .orderBy('project_pdf.id')
    .execute()

const dayMs = 86_400_000
/** Maximum number of reports of one user in 24 hours, to protect the disk. As for uploads, trust.md U4. */
const mostADay = 200

/** @throws AppError TOO_MANY when this user has made too many reports within a day; the terminal (null) has no limit */
export async function checkReportQuota(db: Db, userId: number | null, now: Date): Promise<void> {
  if (userId === null) return
  const since = new Date(now.getTime() - dayMs)
  const { made, first } = await db
    .selectFrom('attachment')
    .select([sql<number>`count(*)::int`.as('made'), sql<Date | null>`min(create_time)`.as('first')])
    .where('user_id', '=', userId)
    .where('create_time', '>', since)
    .where('owner_kind', '=', 'projectPdf')
    .executeTakeFirstOrThrow()
  if (made >= mostADay)
    throw new AppError('TOO_MANY', {
      retryAfterSeconds: Math.max(1, Math.ceil(((first ?? now).getTime() - since.getTime()) / 1_000)),
    })
}

export type NewReport = {
  publicId: string
  storedName: string
  size: number
  version: string
  /** Without the extension. */
  fileName: string
  language: ReportLanguage
  selection: Selection
  catalogueVersionId: number
  userId: number | null
  userName: string
  now: Date
}

/**
 * Insert a report whose file is in the storage, and make it the project's newest.
 * @throws AppError EDITED_BY_OTHERS when the project has changed since it was printed
 */
export async function insertReport(
  trx: Transaction<Database>,
  project: ProjectRow,
  report: NewReport,
): Promise<Attachment> {
  const { version, fileName, language, now } = report
  const selection = JSON.stringify(report.selection)
  const updated = await trx
    .updateTable('project')
    .set({
      export_status: 1,
      version,
      pdf_url: `/pdfs/${report.storedName}`,
      pdf_file_name: fileName,
      selection,
      catalogue_version_id: report.catalogueVersionId,
      row_version: sql`row_version + 1`,
      update_time: now,
    })
    .where('id', '=', project.id)
    .where('row_version', '=', project.row_version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) throw new AppError('EDITED_BY_OTHERS')
  const attachment = await insertAttachment(trx, {
    public_id: report.publicId,
    company_id: project.company_id,
    user_id: report.userId,
    owner_kind: 'projectPdf',
    owner_id: project.id,
    stored_name: report.storedName,
    file_name: `${fileName}.pdf`,
    mime: storedTypes.pdf,
    size: report.size,
    width: null,
    height: null,
    deleted_at: null,
    create_time: now,
  })
  await trx
    .insertInto('project_pdf')
    .values({
      project_id: project.id,
      attachment_id: attachment.id,
      version,
      pdf_file_name: fileName,
      language,
      selection,
      catalogue_version_id: report.catalogueVersionId,
      user_name: report.userName,
      create_time: now,
    })
    .execute()
  return attachment
}
