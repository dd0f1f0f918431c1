import type { AuditAction } from '#server/audit-actions.ts'
import { auditReading } from '#server/db/audit-row.ts'
import { visible } from '#server/db/visible.ts'
import { namingOf } from '#server/features/reservations/visibility.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { Page, Paging } from '#shared/paging.ts'
import type { DrawingAnswer, ReportDetail, ReportFind, ReportRow } from '#shared/reports.ts'
import { checkUser, stationsOf } from './neighbours.ts'
import { findNewestOf, findReports, findReportsOf, readReport } from './queries.ts'

/** Audit a list with complete phone numbers; a masked list shows nothing personal. */
async function auditList(
  ctx: SignedInContext,
  action: AuditAction,
  page: Page<ReportRow>,
  wholePhones: boolean,
): Promise<Page<ReportRow>> {
  const rows = page.data.filter(({ phone, userPhone }) => phone !== null || userPhone !== null).length
  if (wholePhones && rows > 0) await auditReading(ctx, 'report', { action, details: { rows } })
  return page
}

/** @throws AppError NOT_FOUND for a company that is missing or foreign, alike */
export async function listReports(ctx: SignedInContext, request: ReportFind): Promise<Page<ReportRow>> {
  const naming = await namingOf(ctx)
  const page = await findReports(
    ctx.readDb,
    await visible(ctx, 'report', { as: 'r', companyId: request.companyId }),
    request,
    naming,
  )
  return auditList(ctx, 'reports.find', page, naming.wholePhones)
}

/** @throws AppError NOT_FOUND for a user who is missing or out of reach, alike */
export async function listReportsOf(
  ctx: SignedInContext,
  { id, ...paging }: Paging & { id: number },
): Promise<Page<ReportRow>> {
  await checkUser(ctx.readDb, ctx, id)
  const naming = await namingOf(ctx)
  const page = await findReportsOf(ctx.readDb, await visible(ctx, 'report', { as: 'r' }), id, paging, naming)
  return auditList(ctx, 'reports.getByUserId', page, naming.wholePhones)
}

/** @throws AppError NOT_FOUND for a person who is missing, foreign or without a report, alike */
export async function newestReport(ctx: SignedInContext, testeeId: number): Promise<ReportRow> {
  const row = await findNewestOf(ctx.readDb, await visible(ctx, 'report', { as: 'r' }), testeeId, await namingOf(ctx))
  if (!row) throw new AppError('NOT_FOUND')
  await auditReading(ctx, 'report', { action: 'reports.get', targetId: row.id, companyId: row.companyId })
  return row
}

/** @throws AppError NOT_FOUND for a report that is missing or foreign, alike */
export async function reportDetail(ctx: SignedInContext, id: number): Promise<ReportDetail> {
  const row = await readReport(ctx.readDb, id, await namingOf(ctx), await visible(ctx, 'report', { as: 'r' }))
  await auditReading(ctx, 'report', { action: 'reports.getDetail', targetId: id, companyId: row.companyId })
  const tenantId = (await ctx.services.places.book()).companies.get(row.companyId)?.tenantId ?? row.companyId
  return { ...row, stations: await stationsOf(ctx.readDb, tenantId) }
}

/** @throws AppError NOT_FOUND for a report that is missing or foreign, alike */
export async function drawingOf(ctx: SignedInContext, id: number): Promise<DrawingAnswer> {
  const seen = await visible(ctx, 'report', { as: 'r' })
  const found = await ctx.readDb
    .selectFrom('report as r')
    .select(['r.fabric', 'r.fabric_version', 'r.row_version'])
    .where('r.id', '=', id)
    .where(seen)
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  return { id, fabric: found.fabric, fabricVersion: found.fabric_version, rowVersion: found.row_version }
}
