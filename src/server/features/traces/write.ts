import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { oneLiveDevice } from '#server/db/one-device.ts'
import { placedRows } from '#server/db/placed.ts'
import type { Database } from '#server/db/tables.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime, instantOf } from '#shared/dates.ts'
import type { DeviceTrace, TraceStatus, TraceStatusRequest } from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { inOrder, type TraceSave, type TraceUpdate } from '#shared/traces.ts'
import { visibleTraces } from './queries.ts'

type Trx = Transaction<Database>
type Newest = { id: number; status: TraceStatus; person: string | null; update_time: Date }

/** The newest trace of a device; without one it is new. */
export async function traceOfDevice(db: Kysely<Database>, deviceId: number, timeZone: string): Promise<DeviceTrace> {
  const { rows } = await sql<Newest>`select t.id, t.status, u.name as person, t.update_time from trace t left join app_user u on u.id = t.user_id
    where t.device_id = ${deviceId} order by t.id desc limit 1`.execute(db)
  const [trace] = rows
  if (!trace) return { id: null, deviceId, testeeId: null, status: 0, person: null, timeStr: null }
  return { id: trace.id, deviceId, testeeId: null, status: trace.status, person: trace.person, timeStr: businessTime(trace.update_time, timeZone) }
}

type Held = {
  id: number
  company_id: number
  device_id: number | null
  testee_id: number | null
  systolic: number | null
  diastolic: number | null
  row_version: number
}

/** A trace among the visible ones, held for a change. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
async function holdTrace(trx: Trx, visible: RawBuilder<boolean>, id: number, rowVersion?: number): Promise<Held> {
  const { rows } = await sql<Held>`select t.id, t.company_id, t.device_id, t.testee_id, t.systolic, t.diastolic, t.row_version from trace t
    where t.id = ${id} and ${visible} for update of t`.execute(trx)
  const [trace] = rows
  if (!trace) throw new AppError('NOT_FOUND')
  if (rowVersion !== undefined && rowVersion !== trace.row_version) throw new AppError('EDITED_BY_OTHERS')
  return trace
}

type Change = { status: TraceStatus; userId: number | null; now: Date }
const writeStatus = (trx: Trx, id: number, { status, now }: Change, by: { user_id?: number | null } = {}) =>
  trx
    .updateTable('trace')
    .set(({ eb }) => ({ status, ...by, update_time: now, row_version: eb('row_version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The newest trace of a device gets the status; without one it is made (R094). @throws AppError NOT_FOUND, DEVICE_SCRAPPED */
async function setOfDevice(ctx: SignedInContext, trx: Trx, set: DeviceSet, deviceId: number, change: Change, traceId: number | null) {
  const device = await oneLiveDevice(trx, set, deviceId)
  // Two people who publish at once make one trace, not two.
  await sql`select pg_advisory_xact_lock(hashtext('trace'), ${device.id})`.execute(trx)
  const wanted = traceId ?? (await traceOfDevice(trx, device.id, 'UTC')).id
  if (wanted !== null) await writeStatus(trx, wanted, change, { user_id: change.userId })
  else {
    const { status, userId, now } = change
    await trx
      .insertInto('trace')
      .values({ company_id: device.company_id, device_id: device.id, user_id: userId, status, measure_time: null, create_time: now, update_time: now })
      .execute()
  }
  await ctx.services.audit.write(trx, ctx, {
    action: 'traces.setStatus',
    targetKind: 'device',
    targetId: device.id,
    companyId: device.company_id,
    details: { serial: device.serial, status: change.status },
  })
}

/** A trace of a testee stays with whoever measured. */
async function setOfTestee(ctx: SignedInContext, trx: Trx, trace: Held, change: Change): Promise<void> {
  await writeStatus(trx, trace.id, change)
  await ctx.services.audit.write(trx, ctx, {
    action: 'traces.setStatus',
    targetKind: 'trace',
    targetId: trace.id,
    companyId: trace.company_id,
    details: { status: change.status },
  })
}

/**
 * Publishes (1), does not publish (2) or judges invalid (3) a trace, or the newest one of a device.
 * @throws AppError NOT_FOUND, DEVICE_SCRAPPED
 */
export async function setTraceStatus(ctx: SignedInContext, { id, deviceId, status }: TraceStatusRequest): Promise<DeviceTrace> {
  const set = await ctx.services.places.narrow(ctx.scope)
  const visible = await visibleTraces(ctx)
  const change = { status, userId: ctx.viewer.userId, now: ctx.clock() }
  const trace = await ctx.db.transaction().execute(async (trx) => {
    const held = id === undefined ? null : await holdTrace(trx, visible, id)
    const device = deviceId ?? held?.device_id ?? null
    if (device !== null) await setOfDevice(ctx, trx, set, device, change, held?.id ?? null)
    else if (held) await setOfTestee(ctx, trx, held, change)
    return { device, held }
  })
  if (trace.device !== null && trace.held === null) return traceOfDevice(ctx.db, trace.device, ctx.config.timeZone)
  return {
    id: trace.held?.id ?? null,
    deviceId: trace.device,
    testeeId: trace.held?.testee_id ?? null,
    status,
    person: ctx.viewer.userId === null ? null : ctx.viewer.name,
    timeStr: businessTime(change.now, ctx.config.timeZone),
  }
}

/** What is undefined is not written: a new trace has none, a changed one keeps what it has. */
const measuredColumns = ({ systolic, diastolic, fastingBloodSugar, bmi, conclusions }: Omit<TraceSave, 'testeeId' | 'measureTimeStr'>) => ({
  systolic,
  diastolic,
  fasting_blood_sugar: fastingBloodSugar,
  bmi,
  conclusions,
})

/** When it was measured; `now` where nothing is said. @throws AppError VALIDATION for a time that has not come yet */
function measuredAt(ctx: SignedInContext, time: string | undefined, now: Date): Date {
  const measured = time === undefined ? now : instantOf(time, ctx.config.timeZone)
  if (measured > now) throw refusedField(ctx, 'measureTimeStr', 'traces.timeAhead')
  return measured
}

/** Notes what was measured on a testee; its status is new. @throws AppError NOT_FOUND for a testee out of reach, VALIDATION */
export async function saveTrace(ctx: SignedInContext, input: TraceSave): Promise<number> {
  const placed = await placedRows(ctx, 'testee')
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ company_id: number }>`select company_id from testee where id = ${input.testeeId} and ${placed} for share`.execute(trx)
    const [testee] = rows
    if (!testee) throw new AppError('NOT_FOUND')
    const { id } = await trx
      .insertInto('trace')
      .values({
        company_id: testee.company_id,
        device_id: null,
        testee_id: input.testeeId,
        user_id: ctx.viewer.userId,
        measure_time: measuredAt(ctx, input.measureTimeStr, now),
        ...measuredColumns(input),
        create_time: now,
        update_time: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.services.audit.write(trx, ctx, { action: 'traces.save', targetKind: 'trace', targetId: id, companyId: testee.company_id })
    return id
  })
}

/** Changes what was measured on a testee; what is not sent stays. @throws AppError NOT_FOUND, also for the trace of a device; EDITED_BY_OTHERS */
export async function updateTrace(ctx: SignedInContext, input: TraceUpdate): Promise<void> {
  const visible = await visibleTraces(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    const trace = await holdTrace(trx, visible, input.id, input.rowVersion)
    if (trace.testee_id === null) throw new AppError('NOT_FOUND')
    const { systolic = trace.systolic, diastolic = trace.diastolic } = input
    if (!inOrder({ systolic, diastolic })) throw new AppError('VALIDATION', { field: 'diastolic', problem: 'traces.pressureOrder' })
    await trx
      .updateTable('trace')
      .set(({ eb }) => ({
        ...(input.measureTimeStr === undefined ? {} : { measure_time: measuredAt(ctx, input.measureTimeStr, ctx.clock()) }),
        ...measuredColumns(input),
        update_time: ctx.clock(),
        row_version: eb('row_version', '+', 1),
      }))
      .where('id', '=', trace.id)
      .execute()
    await ctx.services.audit.write(trx, ctx, { action: 'traces.update', targetKind: 'trace', targetId: trace.id, companyId: trace.company_id })
  })
}
