import { sql } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import { auditReading } from '#server/db/audit-row.ts'
import { holds } from '#server/db/capped-counts.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { visible } from '#server/db/visible.ts'
import { pathOf } from '#server/features/attachments/images.ts'
import { maySeeHealth } from '#server/features/testees/visibility.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { TraceDetail, TraceFile, TraceListRequest, TraceRow } from '#shared/traces.ts'
import { type StoredTrace, traceRow, tracesOf, tracesWhere } from './rows.ts'

/** Audit the reading of health data. Source: trust.md row 30 */
async function readAudited(ctx: SignedInContext, action: AuditAction, rows: readonly StoredTrace[]): Promise<void> {
  const testees = new Set(rows.flatMap(({ testee_id }) => testee_id ?? []))
  if (testees.size === 0 || !maySeeHealth(ctx.viewer)) return
  const targetId = testees.size === 1 ? [...testees].join() : undefined
  await auditReading(ctx, 'testee', { action, targetId, details: { traces: rows.length, testees: testees.size } })
}

/**
 * Return traces of testees and devices, the newest first.
 * @throws AppError NOT_FOUND for a company out of reach; FORBIDDEN when a caller who sees only own traces requests
 * another user's; TOO_WIDE
 */
export async function findTraces(
  ctx: SignedInContext,
  action: AuditAction,
  request: TraceListRequest,
): Promise<Page<TraceRow>> {
  if (ctx.reach === 'own' && request.userId !== undefined && request.userId !== ctx.viewer.userId)
    throw new AppError('FORBIDDEN')
  const { testeeId, userId, deviceId, townId, status, name } = request
  const narrowed = [
    await visible(ctx, 'trace', { as: 't', companyId: request.companyId }),
    ...(testeeId === undefined ? [] : [sql`t.testee_id = ${testeeId}`]),
    ...(userId === undefined ? [] : [sql`t.user_id = ${userId}`]),
    ...(deviceId === undefined ? [] : [sql`t.device_id = ${deviceId}`]),
    ...(townId === undefined ? [] : [sql`t.testee_id in (select id from testee where town_id = ${townId})`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    // The name of the testee, or the serial of the device.
    ...(name ? [holds(sql`t.subject`, name)] : []),
  ]
  const page = await findPage<StoredTrace>(ctx.readDb, request, {
    from: sql`from trace t where ${sql.join(narrowed, sql` and `)}`,
    order: sql`order by coalesce(measure_time, update_time) desc, id desc`,
    show: (shown) =>
      sql<StoredTrace>`${tracesOf(shown)} order by coalesce(t.measure_time, t.update_time) desc, t.id desc`,
    filters: [testeeId, userId, deviceId, townId, status, name],
  })
  await readAudited(ctx, action, page.data)
  return shownPage(page, (row) => traceRow(ctx, row))
}

async function filesOf({ db, services, clock }: SignedInContext, traceId: number): Promise<TraceFile[]> {
  const files = await db
    .selectFrom('attachment')
    .selectAll()
    .where('owner_kind', '=', 'trace')
    .where('owner_id', '=', traceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return files.map((file) => ({
    id: file.id,
    fileName: file.file_name,
    mime: file.mime,
    size: file.size,
    url: services.links.urlOf(services.links.sign(pathOf(file), file.company_id, clock())),
  }))
}

/** @throws AppError NOT_FOUND for one that is missing or out of reach, alike */
export async function readTrace(ctx: SignedInContext, id: number, action: AuditAction | null): Promise<TraceDetail> {
  const { rows } = await tracesWhere(sql`t.id = ${id} and ${await visible(ctx, 'trace', { as: 't' })}`).execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  if (action !== null) await readAudited(ctx, action, rows)
  return { ...traceRow(ctx, row), attachments: await filesOf(ctx, row.id) }
}
