import type { z } from 'zod'
import { auditRow } from '#server/db/audit-row.ts'
import { fileNamePart } from '#server/services/sanitize-file-name.ts'
import { newStoredName } from '#server/services/stored-names.ts'
import { binaryParts } from '#server/services/table-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import type { Project, ProjectExport, ProjectPdfRequest, ReportLanguage } from '#shared/projects.ts'
import { Id } from '#shared/request-fields.ts'
import type { ParseProblem } from '#shared/selection/project.ts'
import { inServerNaming } from '#shared/selection/project-fields.ts'
import { readProject } from './answer.ts'
import { authorOf } from './draft.ts'
import { type PrintedReport, printReport } from './print-report.ts'
import { findProject } from './queries.ts'
import { ownProjects } from './reach.ts'
import { refuseIncomplete } from './refuse-incomplete.ts'
import { refuseUnprintable } from './refuse-unprintable.ts'
import { checkReportQuota, findReports, insertReport } from './report-rows.ts'
import { type ProjectRow, projectDataOf } from './rows.ts'
import { saveNew, type Written } from './save.ts'
import { changeProject } from './update.ts'

type Raw = Readonly<Record<string, unknown>>

/** Under which name the printing of a report is held: a second press of the button is told so at once, at whichever process. */
const printing = (id: number) => `report of project ${id}`

/** {name}无霜选型报告-{version}, without the ending (R462); in English for a report that is in English alone. */
export function reportFileName(name: string | null, version: string, language: ReportLanguage = 'zh'): string {
  const part = fileNamePart(name ?? '')
  return language === 'en' ? `${part} frost-free selection report-${version}`.trim() : `${part}无霜选型报告-${version}`
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== 0

/** @throws AppError VALIDATION naming the field */
function idIn(raw: Raw, field: 'id' | 'rowVersion'): number | null {
  if (!isGiven(raw[field])) return null
  const read = Id.safeParse(raw[field])
  if (!read.success) throw new AppError('VALIDATION', { field, problem: 'problem.invalid' })
  return read.data
}

/** Keeps what was sent before anything is checked, so that a refused export loses nothing. A project without an id is saved as a new one. */
async function keep(ctx: SignedInContext, raw: Raw): Promise<Written> {
  const author = authorOf(ctx)
  const set = ownProjects(ctx.viewer, await ctx.services.places.book())
  const [id, sentVersion] = [idIn(raw, 'id'), idIn(raw, 'rowVersion')]
  if (id !== null && (await ctx.services.leases.isTaken(printing(id)))) throw new AppError('REPORT_RUNNING')
  if (id === null) return saveNew(ctx, author, raw)
  return ctx.db.transaction().execute(async (trx) => {
    // Documented clients send no row version: theirs is the project as it stands.
    const rowVersion = sentVersion ?? (await findProject(trx, [set], id))?.row_version
    if (rowVersion === undefined) throw new AppError('NOT_FOUND')
    return changeProject(trx, author, set, { id, rowVersion, raw })
  })
}

/** The file first, then its rows in one short transaction: a kill in between leaves a file that is swept, never a row without one. */
async function store(
  ctx: SignedInContext,
  row: ProjectRow,
  language: ReportLanguage,
  printed: PrintedReport,
): Promise<void> {
  const { publicId, storedName } = newStoredName('pdf')
  const { bytes, version, selection, catalogueVersionId } = printed
  const { viewer, services } = ctx
  await services.storage.put(storedName, bytes)
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const fileName = reportFileName(row.name, version, language)
      const { userId, name: userName } = viewer
      const now = ctx.clock()
      await insertReport(trx, row, {
        publicId,
        storedName,
        size: bytes.length,
        version,
        fileName,
        language,
        selection,
        catalogueVersionId,
        userId,
        userName,
        now,
      })
      const { status, model, count } = selection
      const details = { projectNo: row.project_no, version, language, status, model, count }
      await auditRow(trx, ctx, { kind: 'project' }, row, { action: 'projects.exportPdf', details })
    })
  } catch (error) {
    // Whether a broken connection has committed is not known: then the file stays, and the sweep decides.
    if (error instanceof AppError) await services.storage.remove(storedName).catch(() => undefined)
    throw error
  }
}

/** Checks, calculates, prints and keeps the next report of a stored project. */
async function exportStored(
  ctx: SignedInContext,
  id: number,
  language: ReportLanguage,
  unread: readonly ParseProblem[],
): Promise<void> {
  const giveBack = await ctx.services.leases.take(printing(id), 1)
  if (!giveBack) throw new AppError('REPORT_RUNNING')
  try {
    const book = await ctx.services.places.book()
    const row = await findProject(ctx.db, [ownProjects(ctx.viewer, book)], id)
    if (!row) throw new AppError('NOT_FOUND')
    refuseIncomplete(projectDataOf(row), unread, ctx.request.language)
    refuseUnprintable(projectDataOf(row), ctx.request.language)
    await checkReportQuota(ctx.db, ctx.viewer.userId, ctx.clock())
    await store(ctx, row, language, await printReport(ctx, row, language, book))
  } finally {
    await giveBack()
  }
}

/**
 * Makes the report of a project (C098): what was sent is saved, the stored project is checked, calculated and printed.
 * @returns the project, with the new report on top of its list
 */
export async function exportPdf(
  ctx: SignedInContext,
  { project, language }: z.output<typeof ProjectExport>,
): Promise<Project> {
  const { row, problems } = await keep(ctx, inServerNaming(project))
  await exportStored(ctx, row.id, language, problems)
  const book = await ctx.services.places.book()
  return readProject(ctx, ctx.db, { book, sets: [ownProjects(ctx.viewer, book)] }, row.id)
}

async function* reportParts(
  ctx: SignedInContext,
  { storedName, fileName }: { storedName: string; fileName: string },
): FileParts {
  const bytes = await ctx.services.storage.read(storedName)
  yield { fileName, contentType: 'application/pdf' }
  yield* binaryParts(bytes)
}

/**
 * The report of a project as a file, for the terminal: the newest one as it was printed, when the project has not changed since
 * and it is in that language; otherwise a new version is made.
 */
export async function reportFile(
  ctx: SignedInContext,
  { id, language }: z.output<typeof ProjectPdfRequest>,
): Promise<FileParts> {
  const set = ownProjects(ctx.viewer, await ctx.services.places.book())
  const newest = async () => {
    const row = await findProject(ctx.db, [set], id)
    if (!row) throw new AppError('NOT_FOUND')
    const reports = row.export_status === 1 ? await findReports(ctx.db, id) : []
    return reports.filter((report) => report.language === language && report.version === row.version).at(-1)
  }
  const there = await newest()
  if (there) return reportParts(ctx, there)
  await exportStored(ctx, id, language, [])
  const made = await newest()
  if (!made) throw new AppError('EDITED_BY_OTHERS')
  return reportParts(ctx, made)
}
