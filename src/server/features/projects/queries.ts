import type { Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import { type Attachment, findAttachments } from '#server/features/attachments/queries.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { ReportLanguage, UnassignedProject } from '#shared/projects.ts'
import type { FiledProject } from './export-columns.ts'
import { isOneOf, type ProjectSet } from './reach.ts'
import { type ProjectRow, projectDataOf } from './rows.ts'

/** Return a project row, or undefined when it is missing, deleted or in none of the sets. */
export const findProject = async (db: Db, sets: readonly ProjectSet[], id: number): Promise<ProjectRow | undefined> =>
  db.selectFrom('project').selectAll().where('id', '=', id).where(isOneOf(sets)).executeTakeFirst()

/** Return the same row, locked until the transaction ends. */
export const lockProject = async (
  trx: Transaction<Database>,
  set: ProjectSet,
  id: number,
): Promise<ProjectRow | undefined> =>
  trx
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .where(isOneOf([set]))
    .forUpdate()
    .executeTakeFirst()

export type ReportRow = {
  version: string
  pdf_file_name: string
  language: ReportLanguage
  create_time: Date
  file: Pick<Attachment, 'owner_kind' | 'stored_name' | 'company_id'>
}
export type ProjectParts = { userName: string | null; images: Attachment[]; reports: ReportRow[] }

const ownerOf = async (
  db: Db,
  id: number | null,
  viewer: Pick<Viewer, 'userId' | 'name'>,
): Promise<{ name: string } | undefined> => {
  if (id === null) return undefined
  if (id === viewer.userId) return viewer
  return db.selectFrom('app_user').select('name').where('id', '=', id).executeTakeFirst()
}

/**
 * Return the related rows of a project: its owner's name, its sketches, and its reports, newest first. Known data is
 * not queried again.
 */
export async function findParts(
  db: Db,
  row: ProjectRow,
  viewer: Pick<Viewer, 'userId' | 'name'>,
): Promise<ProjectParts> {
  const images = await findAttachments(db, row.cold_storage_images)
  const owner = await ownerOf(db, row.user_id, viewer)
  // Every report stores its result in the project, so without a result there are no reports.
  if (row.selection === null) return { userName: owner?.name ?? null, images, reports: [] }
  const reports = await db
    .selectFrom('project_pdf')
    .innerJoin('attachment', 'attachment.id', 'project_pdf.attachment_id')
    .select([
      'version',
      'pdf_file_name',
      'language',
      'project_pdf.create_time',
      'owner_kind',
      'stored_name',
      'attachment.company_id',
    ])
    .where('project_id', '=', row.id)
    .where('attachment.deleted_at', 'is', null)
    .orderBy('project_pdf.id', 'desc')
    .execute()
  return {
    userName: owner?.name ?? null,
    images,
    reports: reports.map(({ owner_kind, stored_name, company_id, ...report }) => ({
      ...report,
      file: { owner_kind, stored_name, company_id },
    })),
  }
}

/** Return projects of a set by ids, in the order of the ids. Projects deleted since are left out. */
export async function findFiledProjects(db: Db, set: ProjectSet, ids: readonly number[]): Promise<FiledProject[]> {
  const rows = await db
    .selectFrom('project')
    .leftJoin('app_user', 'app_user.id', 'project.user_id')
    .selectAll('project')
    .select('app_user.name as owner_name')
    .where('project.id', 'in', ids)
    .where(isOneOf([set]))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, fields: projectDataOf(row), userName: row.owner_name }] : []
  })
}

/** Return projects of a set whose owner was deleted, last changed first. */
export const findUnassigned = (db: Db, set: ProjectSet): Promise<UnassignedProject[]> =>
  db
    .selectFrom('project')
    .select(['id', 'name'])
    .where(isOneOf([set]))
    .where('user_id', 'is', null)
    .orderBy('update_time', 'desc')
    .orderBy('id', 'desc')
    .execute()

/**
 * Hide a project from every list. Its row, sketches and reports are kept.
 * @throws AppError NOT_FOUND for one outside `set`, or already deleted
 */
export async function deleteProject(
  trx: Transaction<Database>,
  set: ProjectSet,
  id: number,
  now: Date,
): Promise<Pick<ProjectRow, 'id' | 'project_no' | 'company_id'>> {
  const deleted = await trx
    .updateTable('project')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where(isOneOf([set]))
    .returning(['id', 'project_no', 'company_id'])
    .executeTakeFirst()
  if (!deleted) throw new AppError('NOT_FOUND')
  return deleted
}
