import { findAttachments } from '#server/features/attachments/queries.ts'
import { toPrint } from '#server/features/attachments/re-encode.ts'
import { findCatalogue } from '#server/features/catalogue/queries.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { ReportLanguage } from '#shared/projects.ts'
import { type Selection, selectEquipment } from '#shared/selection/select.ts'
import type { ReportImage, ReportInput, ReportRevision } from './report/input.ts'
import { type EarlierReport, findReports } from './report-rows.ts'
import { type ProjectRow, projectDataOf } from './rows.ts'

export type PrintedReport = { bytes: Uint8Array; version: string; selection: Selection; catalogueVersionId: number }

/** V1.0, V1.1, … (R397) */
const versionAfter = (reports: readonly EarlierReport[]): string => `V1.${reports.length}`

/** Return the sketches of a project for a report. A sketch whose file is missing is left out and logged. */
async function imagesOf(
  ctx: SignedInContext,
  { id, cold_storage_images, main_image }: ProjectRow,
): Promise<ReportImage[]> {
  const images: ReportImage[] = []
  for (const { stored_name, file_name, public_id } of await findAttachments(ctx.db, cold_storage_images)) {
    try {
      const stored = await ctx.services.storage.read(stored_name)
      images.push({ ...(await toPrint(stored)), fileName: file_name, main: public_id === main_image })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
      ctx.services.logger.error({ projectId: id, file: stored_name }, 'a sketch of a project is missing in the storage')
    }
  }
  return images
}

const revisionOf = (
  version: string,
  date: string,
  userName: string | null,
  { model, count }: Selection,
): ReportRevision => ({
  version,
  date,
  userName: userName ?? '',
  model,
  count,
})

/**
 * Calculate a project that has passed the export check with the newest catalogue, and print its next report. No
 * transaction is open, because the layout of a report takes long.
 * @throws AppError BUSY when too many reports wait or this one takes too long
 */
export async function printReport(
  ctx: SignedInContext,
  row: ProjectRow,
  language: ReportLanguage,
  book: PlaceBook,
): Promise<PrintedReport> {
  const project = projectDataOf(row)
  const catalogue = await findCatalogue(ctx.db)
  const outcome = selectEquipment(project, catalogue, row.climate?.altitude ?? null)
  if (!outcome.complete) throw new Error('a project was to be printed that has not passed the export check')
  const { selection, details, trace } = outcome
  const reports = await findReports(ctx.db, row.id)
  const owner =
    row.user_id === null
      ? undefined
      : await ctx.db.selectFrom('app_user').select('name').where('id', '=', row.user_id).executeTakeFirst()
  const version = versionAfter(reports)
  const day = (instant: Date) => businessDay(instant, ctx.config.timeZone)
  const date = day(ctx.clock())
  const input: ReportInput = {
    project: {
      ...project,
      projectNo: row.project_no,
      company: book.companies.get(row.company_id)?.name ?? '',
      userName: owner?.name ?? null,
      climate: row.climate,
    },
    selection,
    details,
    trace,
    catalogue: { version: catalogue.version, source: catalogue.source, model: details.choice?.model ?? null },
    images: await imagesOf(ctx, row),
    language,
    version,
    date,
    revisions: [
      ...reports.map((report) => revisionOf(report.version, day(report.createdAt), report.userName, report.selection)),
      revisionOf(version, date, ctx.viewer.name, selection),
    ],
    brandText: ctx.config.brandText,
  }
  return {
    bytes: await ctx.services.reports.print({ report: input }),
    version,
    selection,
    catalogueVersionId: Number(catalogue.version),
  }
}
