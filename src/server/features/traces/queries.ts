import { type RawBuilder, sql } from 'kysely'
import { countUpTo, holds, isFew, isFiltered, pageOfRows, refuseBehind } from '#server/db/bounded.ts'
import { windowOf } from '#server/db/paging.ts'
import { placedRows } from '#server/db/placed.ts'
import { pathOf } from '#server/features/attachments/images.ts'
import { seesHealth } from '#server/features/testees/sight.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditAction } from '#shared/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { TraceDetail, TraceFile, TraceListRequest, TraceRow } from '#shared/traces.ts'
import { type StoredTrace, traceRow, tracesOf, tracesWhere } from './rows.ts'

/** Health data: whoever reads it leaves a trace. Source: trust.md row 30 */
async function readAudited(ctx: SignedInContext, action: AuditAction, rows: readonly StoredTrace[]): Promise<void> {
  const testees = new Set(rows.flatMap(({ testee_id }) => testee_id ?? []))
  if (testees.size === 0 || !seesHealth(ctx.viewer)) return
  await ctx.services.audit.write(ctx.db, ctx, {
    action,
    targetKind: 'testee',
    ...(testees.size === 1 ? { targetId: [...testees].join() } : {}),
    result: 'read',
    details: { traces: rows.length, testees: testees.size },
  })
}

/** Traces that a caller may see: those of the companies in reach, or his own alone. A trace stands where its testee or its device does. */
export const visibleTraces = (ctx: SignedInContext, companyId?: number): Promise<RawBuilder<boolean>> =>
  ctx.reach === 'own' ? Promise.resolve(sql<boolean>`t.user_id = ${ctx.viewer.userId}`) : placedRows(ctx, 't', companyId)

/**
 * Traces of testees and devices, the newest first.
 * @throws AppError NOT_FOUND for a company out of reach; FORBIDDEN when who sees only his own asks for another person's; TOO_WIDE
 */
export async function findTraces(ctx: SignedInContext, action: AuditAction, request: TraceListRequest): Promise<Page<TraceRow>> {
  if (ctx.reach === 'own' && request.userId !== undefined && request.userId !== ctx.viewer.userId) throw new AppError('FORBIDDEN')
  const { testeeId, userId, deviceId, townId, status, name } = request
  const narrowed = [
    await visibleTraces(ctx, request.companyId),
    ...(testeeId === undefined ? [] : [sql`t.testee_id = ${testeeId}`]),
    ...(userId === undefined ? [] : [sql`t.user_id = ${userId}`]),
    ...(deviceId === undefined ? [] : [sql`t.device_id = ${deviceId}`]),
    ...(townId === undefined ? [] : [sql`t.testee_id in (select id from testee where town_id = ${townId})`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    // The name of the testee, or the serial of the device.
    ...(name ? [holds(sql`t.subject`, name)] : []),
  ]
  const condition = sql.join(narrowed, sql` and `)
  const total = await countUpTo(ctx.readDb, sql`select from trace t where ${condition}`)
  const window = windowOf(request)
  const filters = [testeeId, userId, deviceId, townId, status, name]
  refuseBehind(total, window, isFiltered(filters))
  const newest = sql`order by coalesce(measure_time, update_time) desc, id desc`
  const page = pageOfRows(sql`select * from trace t where ${condition}`, newest, window, isFew(total, filters))
  const { rows } = await sql<StoredTrace>`${tracesOf(page)} order by coalesce(t.measure_time, t.update_time) desc, t.id desc`.execute(ctx.readDb)
  await readAudited(ctx, action, rows)
  return { data: rows.map((row) => traceRow(ctx, row)), ...total }
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
  const { rows } = await tracesWhere(sql`t.id = ${id} and ${await visibleTraces(ctx)}`).execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  if (action !== null) await readAudited(ctx, action, rows)
  return { ...traceRow(ctx, row), attachments: await filesOf(ctx, row.id) }
}
