import type { z } from 'zod'
import { auditRow } from '#server/db/audit-row.ts'
import { findImages, uploadImage } from '#server/features/attachments/upload.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { mutation, query, router, type SignedInContext } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import {
  type Project,
  type ProjectCard,
  ProjectExport,
  type ProjectImage,
  ProjectPdfRequest,
  ProjectRequest,
  ProjectSave,
  ProjectsExportRequest,
  ProjectsRequest,
  ProjectUpdate,
  type SavedProject,
  type UnassignedProject,
  UnassignedRequest,
} from '#shared/projects.ts'
import { ImagesRequest, type UploadAnswer, UploadRequest } from '#shared/uploads.ts'
import { authorOf, refused } from './draft.ts'
import { exportProjects } from './export.ts'
import { exportPdf, reportFile } from './export-pdf.ts'
import { countProjects, findCards } from './lists.ts'
import { answerProject, cardAnswer, readProject } from './project-answer.ts'
import { deleteProject, findUnassigned } from './queries.ts'
import { ofCompany, ownProjects, type ProjectSet, projectsOfScope, requestedProjects } from './reach.ts'
import { saveNew } from './save.ts'
import { changeProject } from './update.ts'

/** Return one page of cards, as in every list. */
async function pageOfCards(
  ctx: SignedInContext,
  set: ProjectSet,
  request: ProjectsRequest,
): Promise<Page<ProjectCard>> {
  const book = await ctx.services.places.book()
  const total = await countProjects(ctx.readDb, set, request)
  const rows = await findCards(ctx.readDb, set, request, total)
  return { data: rows.map((row) => cardAnswer(ctx, book, row)), ...total }
}

type Reachable = { book: PlaceBook; sets: readonly [ProjectSet, ...ProjectSet[]] }

/** Return the caller's own projects, which the caller may change. */
async function own(ctx: SignedInContext): Promise<Reachable> {
  const book = await ctx.services.places.book()
  return { book, sets: [ownProjects(ctx.viewer, book)] }
}

/** Return the caller's own projects, and the others that the caller may read. */
async function readable(ctx: SignedInContext): Promise<Reachable> {
  const { book, sets } = await own(ctx)
  return { book, sets: ctx.reach === 'own' ? sets : [...sets, projectsOfScope(ctx.scope, book)] }
}

/**
 * @throws AppError VALIDATION naming the field of a text that cannot be stored, NOT_FOUND for an image that is not the
 * caller's
 */
async function save(ctx: SignedInContext, raw: Readonly<Record<string, unknown>>): Promise<SavedProject> {
  const { book } = await own(ctx)
  const { row, problems } = await saveNew(ctx, authorOf(ctx), raw)
  return { ...(await answerProject(ctx, ctx.db, book, row)), problems }
}

type Update = z.output<typeof ProjectUpdate>
/**
 * @throws AppError VALIDATION without a row version, NOT_FOUND for a project that is not the caller's, EDITED_BY_OTHERS
 */
async function update(ctx: SignedInContext, { id, rowVersion, project }: Update): Promise<SavedProject> {
  if (rowVersion === undefined) throw refused('rowVersion', ctx.request.language, 'problem.missing')
  const { book, sets } = await own(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const { row, problems } = await changeProject(trx, authorOf(ctx), sets[0], { id, rowVersion, raw: project })
    return { ...(await answerProject(ctx, trx, book, row)), problems }
  })
}

/** @throws AppError NOT_FOUND for a project that is not the caller's, and for an already deleted one */
async function remove(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const { sets } = await own(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const deleted = await deleteProject(trx, sets[0], id, ctx.clock())
    await auditRow(trx, ctx, { kind: 'project' }, deleted, {
      action: 'projects.delete',
      details: { projectNo: deleted.project_no },
    })
    return { id }
  })
}

/**
 * Selection projects. The creator owns a project: only the owner lists it as an own one, changes and deletes it, and so
 * does the operator at the terminal. A base's manager reads the projects of that base, the management those of all
 * companies.
 */
export const projectsRouter = router({
  // Return the caller's own projects. Refuse another user's userId instead of ignoring it, so that a list never answers
  // another question than was asked.
  find: query('projects.find', ProjectsRequest, async (ctx, input) =>
    pageOfCards(ctx, await requestedProjects(ctx, 'own', input), input),
  ),
  // Return the projects of the current company and its sites.
  findCompany: query('projects.findCompany', ProjectsRequest, async (ctx, input) =>
    pageOfCards(ctx, await requestedProjects(ctx, 'company', input), input),
  ),
  // Return the projects of all companies.
  findCenter: query('projects.findCenter', ProjectsRequest, async (ctx, input) =>
    pageOfCards(ctx, await requestedProjects(ctx, 'center', input), input),
  ),
  // Return the projects of a company whose owner was deleted, by id and name.
  unassigned: query('projects.unassigned', UnassignedRequest, async (ctx, input): Promise<UnassignedProject[]> => {
    const book = await ctx.services.places.book()
    return findUnassigned(
      ctx.readDb,
      ofCompany(projectsOfScope(ctx.scope, book), book, ctx.viewer, input.companyId, 'NOT_FOUND'),
    )
  }),
  // Return one project with its sketches and reports.
  get: query(
    'projects.get',
    ProjectRequest,
    async (ctx, input): Promise<Project> => readProject(ctx, ctx.db, await readable(ctx), input.id),
  ),
  // Save a draft as a new project with a number. Only the type of each value is checked.
  save: mutation('projects.save', ProjectSave, save),
  // Change only the fields that are sent; refuse after a change by another user.
  update: mutation('projects.update', ProjectUpdate, update),
  delete: mutation('projects.delete', ProjectRequest, (ctx, input) => remove(ctx, input.id)),
  // Store a sketch for a project that is still being edited, and return new addresses for stored ones.
  upload: mutation(
    'projects.upload',
    UploadRequest,
    (ctx, input): Promise<UploadAnswer> =>
      ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, () => uploadImage(ctx, input)),
  ),
  images: query(
    'projects.images',
    ImagesRequest,
    (ctx, input): Promise<ProjectImage[]> => findImages(ctx, input.paths),
  ),
  // Print the report in a new version, and return a report as a file.
  exportPdf: mutation('projects.exportPdf', ProjectExport, exportPdf),
  pdf: mutation('projects.pdf', ProjectPdfRequest, reportFile),
  // Export a list as a file: all matching projects, whatever page is on the screen.
  export: query('projects.export', ProjectsExportRequest, exportProjects),
})
