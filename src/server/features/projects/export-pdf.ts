import type { z } from 'zod'
import { auditRow } from '#server/db/audit-row.ts'
import { binaryParts } from '#server/services/spreadsheets/table-file.ts'
import { requireStorage } from '#server/services/storage/lost-storage.ts'
import { fileNamePart } from '#server/services/storage/sanitize-file-name.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import type { Project, ProjectExport, ProjectPdfRequest, ReportLanguage } from '#shared/projects.ts'
import { Id } from '#shared/request-fields.ts'
import type { ParseProblem } from '#shared/selection/project.ts'
import { inServerNaming } from '#shared/selection/project-fields.ts'
import { authorOf } from './draft.ts'
import { type PrintedReport, printReport } from './print-report.ts'
import { readProject } from './project-answer.ts'
import { findProject } from './queries.ts'
import { ownProjects } from './reach.ts'
import { refuseIncomplete } from './refuse-incomplete.ts'
import { refuseUnprintable } from './refuse-unprintable.ts'
import { checkReportQuota, findReports, insertReport } from './report-rows.ts'
import { type ProjectRow, projectDataOf } from './rows.ts'
import { saveNew, type Written } from './save.ts'
import { changeProject } from './update.ts'

type Raw = Readonly<Record<string, unknown>>

/** Name of the lease on the printing of a report: a second request is refused at once, in any process. */
const printing = (id: number) => `report of project ${id}`

/**
 * Return {name}无霜选型报告-{version} without an extension (R462), or an English name for a report that is only in English.
 */
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

/**
 * Save the request before anything is checked, so that a refused export loses nothing. A project without an id is saved
 * as a new one.
 */
async function keep(ctx: SignedInContext, raw: Raw): Promise<Written> {
  const author = authorOf(ctx)
  const set = ownProjects(ctx.viewer, await ctx.services.places.book())
  const [id, sentVersion] = [idIn(raw, 'id'), idIn(raw, 'rowVersion')]
  if (id !== null && (await ctx.services.leases.isTaken(printing(id)))) throw new AppError('REPORT_RUNNING')
  if (id === null) return saveNew(ctx, author, raw)
  return ctx.db.transaction().execute(async (trx) => {
    // Documented clients send no row version: use the present one.
    const rowVersion = sentVersion ?? (await findProject(trx, [set], id))?.row_version
    if (rowVersion === undefined) throw new AppError('NOT_FOUND')
    return changeProject(trx, author, set, { id, rowVersion, raw })
  })
}

/**
 * Store the file first, then its rows in one short transaction. A crash in between leaves a file that is swept, never a
 * row without a file.
 */
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
    // After a broken connection it is unknown whether the transaction was committed: keep the file for the sweep to
    // check.
    if (error instanceof AppError) await services.storage.remove(storedName).catch(() => undefined)
    throw error
  }
}

/** Check and calculate a stored project, and print and store its next report. */
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
 * Create the report of a project (C098): save the request, then check, calculate and print the stored project.
 * @returns the project, with the new report first in its list
 */
export async function exportPdf(
  ctx: SignedInContext,
  { project, language }: z.output<typeof ProjectExport>,
): Promise<Project> {
  // Before the project is changed: the same request, sent again, would be refused as an edit of another person.
  await requireStorage(ctx.db, ctx.services.storage)
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
 * Return the report of a project as a file, for the terminal: the newest one if the project has not changed since and
 * the language is the same, otherwise a new version.
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
