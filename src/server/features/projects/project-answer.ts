import type { Db } from '#server/db/tables.ts'
import { pathOf, pdfUrl, projectImage } from '#server/features/attachments/images.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { Project, ProjectCard } from '#shared/projects.ts'
import { storedSelection } from '#shared/selection/stored.ts'
import type { CardRow } from './lists.ts'
import { findParts, findProject, type ProjectParts } from './queries.ts'
import type { ProjectSet } from './reach.ts'
import { type ProjectRow, projectDataOf } from './rows.ts'

const companyName = (book: PlaceBook, id: number): string => book.companies.get(id)?.name ?? ''

/**
 * Build the answer for a project, with file addresses that are signed for ten minutes. Call this only for a caller who
 * may see the project.
 */
function projectAnswer(
  ctx: SignedInContext,
  book: PlaceBook,
  row: ProjectRow,
  { userName, images, reports }: ProjectParts,
): Project {
  const now = ctx.clock()
  const { links } = ctx.services
  const time = (instant: Date) => businessTime(instant, ctx.config.timeZone)
  const sketches = images.map((image) => ({ id: image.public_id, image: projectImage(links, image, now) }))
  const pdfList = reports.map(({ version, pdf_file_name, language, create_time, file }) => ({
    version,
    pdfUrl: pdfUrl(links, file, now),
    pdfFileName: pdf_file_name,
    language,
    createTimeStr: time(create_time),
  }))
  return {
    ...projectDataOf(row),
    id: row.id,
    projectNo: row.project_no,
    userId: row.user_id,
    userName,
    companyId: row.company_id,
    company: companyName(book, row.company_id),
    exportStatus: row.export_status,
    climate: row.climate,
    mainImage: sketches.find(({ id }) => id === row.main_image)?.image.path ?? null,
    coldStorageImages: sketches.map(({ image }) => image.path),
    images: sketches.map(({ image }) => image),
    version: row.version,
    pdfUrl: pdfList[0]?.pdfUrl ?? null,
    pdfFileName: pdfList[0]?.pdfFileName ?? null,
    pdfList,
    selection: row.selection && storedSelection(row.selection),
    catalogueVersion: row.selection?.catalogueVersion ?? null,
    rowVersion: row.row_version,
    createTimeStr: time(row.create_time),
    updateTimeStr: time(row.update_time),
  }
}

/** Build a card of the project list. */
export function cardAnswer(ctx: SignedInContext, book: PlaceBook, row: CardRow): ProjectCard {
  const { links } = ctx.services
  const time = (instant: Date) => businessTime(instant, ctx.config.timeZone)
  const signed =
    row.main_image_name === null || row.main_image_company_id === null
      ? null
      : links.sign(
          pathOf({ owner_kind: 'project', stored_name: row.main_image_name }),
          row.main_image_company_id,
          ctx.clock(),
        )
  return {
    id: row.id,
    projectNo: row.project_no,
    userId: row.user_id,
    userName: row.user_name,
    companyId: row.company_id,
    company: companyName(book, row.company_id),
    name: row.name,
    city: row.city,
    exportStatus: row.export_status,
    version: row.version,
    createTimeStr: time(row.create_time),
    updateTimeStr: time(row.update_time),
    rowVersion: row.row_version,
    mainImageUrl: signed && links.urlOf(signed),
    model: row.model,
    count: row.count,
    status: row.status,
    plan: row.plan,
  }
}

/** Build the answer for a project that the caller may see, from its row. */
export const answerProject = async (ctx: SignedInContext, db: Db, book: PlaceBook, row: ProjectRow): Promise<Project> =>
  projectAnswer(ctx, book, row, await findParts(db, row, ctx.viewer))

/**
 * Return a project that is in one of `sets`. The book is a parameter because a transaction must send no other query.
 * @throws AppError NOT_FOUND for a project that is missing, deleted or in none of the sets, with the same answer
 */
export async function readProject(
  ctx: SignedInContext,
  db: Db,
  { book, sets }: { book: PlaceBook; sets: readonly ProjectSet[] },
  id: number,
): Promise<Project> {
  const row = await findProject(db, sets, id)
  if (!row) throw new AppError('NOT_FOUND')
  return answerProject(ctx, db, book, row)
}
