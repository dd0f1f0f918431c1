import { sql } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import { auditRow } from '#server/db/audit-row.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { oneLiveDevice } from '#server/db/one-device.ts'
import { changeRow, createRow, holdRow, insertRow, recordKind, updateRow } from '#server/db/records.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { visible } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime, instantOf } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import {
  type DeviceTrace,
  inOrder,
  type TraceSave,
  type TraceStatus,
  type TraceStatusRequest,
  type TraceUpdate,
} from '#shared/traces.ts'

type Newest = { id: number; status: TraceStatus; person: string | null; update_time: Date }

/** Return the newest trace of a device; without one its status is new. */
export async function traceOfDevice(db: Db, deviceId: number, timeZone: string): Promise<DeviceTrace> {
  const { rows } =
    await sql<Newest>`select t.id, t.status, u.name as person, t.update_time from trace t left join app_user u on u.id = t.user_id
    where t.device_id = ${deviceId} order by t.id desc limit 1`.execute(db)
  const [trace] = rows
  if (!trace) return { id: null, deviceId, testeeId: null, status: 0, person: null, timeStr: null }
  return {
    id: trace.id,
    deviceId,
    testeeId: null,
    status: trace.status,
    person: trace.person,
    timeStr: businessTime(trace.update_time, timeZone),
  }
}

const findings = ['systolic', 'diastolic', 'fasting_blood_sugar', 'bmi', 'conclusions'] as const
export const trace = recordKind({
  table: 'trace',
  kind: 'trace',
  columns: ['company_id', 'device_id', 'testee_id', ...findings],
})

type Change = { status: TraceStatus; userId: number | null }
/**
 * Set the status of a device's newest trace; create one if there is none (R094).
 * @throws AppError NOT_FOUND, DEVICE_SCRAPPED
 */
async function setOfDevice(
  ctx: SignedInContext,
  trx: Trx,
  set: DeviceSet,
  deviceId: number,
  { status, userId }: Change,
  traceId: number | null,
) {
  const device = await oneLiveDevice(trx, set, deviceId)
  // Lock: two concurrent calls must create one trace, not two.
  await sql`select ${lock('trace', device.id)}`.execute(trx)
  const wanted = traceId ?? (await traceOfDevice(trx, device.id, 'UTC')).id
  if (wanted !== null)
    await updateRow(trx, ctx, trace, await holdRow(trx, trace, { id: wanted }), { status, user_id: userId })
  else
    await insertRow(trx, ctx, trace, {
      company_id: device.company_id,
      device_id: device.id,
      user_id: userId,
      status,
      measure_time: null,
    })
  await auditRow(trx, ctx, { kind: 'device' }, device, {
    action: 'traces.setStatus',
    details: { serial: device.serial, status },
  })
}

/**
 * Set the status of a trace, or of the newest one of a device: publish (1), do not publish (2) or invalid (3).
 * @throws AppError NOT_FOUND, DEVICE_SCRAPPED
 */
export async function setTraceStatus(
  ctx: SignedInContext,
  { id, deviceId, status }: TraceStatusRequest,
): Promise<DeviceTrace> {
  const set = await ctx.services.places.narrow(ctx.scope)
  const seen = await visible(ctx, 'trace')
  const change = { status, userId: ctx.viewer.userId }
  const { device, held } = await ctx.db.transaction().execute(async (trx) => {
    const held = id === undefined ? null : await holdRow(trx, trace, { id }, seen)
    const device = deviceId ?? held?.device_id ?? null
    if (device !== null) await setOfDevice(ctx, trx, set, device, change, held?.id ?? null)
    else if (held) {
      // A trace of a testee keeps the user who measured.
      await updateRow(trx, ctx, trace, held, { status })
      await auditRow(trx, ctx, trace, held, { action: 'traces.setStatus', details: { status } })
    }
    return { device, held }
  })
  if (device !== null && held === null) return traceOfDevice(ctx.db, device, ctx.config.timeZone)
  return {
    id: held?.id ?? null,
    deviceId: device,
    testeeId: held?.testee_id ?? null,
    status,
    person: ctx.viewer.userId === null ? null : ctx.viewer.name,
    timeStr: businessTime(ctx.clock(), ctx.config.timeZone),
  }
}

/** Undefined fields are not written: they are null in a new trace and unchanged in an existing one. */
const measuredColumns = ({
  systolic,
  diastolic,
  fastingBloodSugar,
  bmi,
  conclusions,
}: Omit<TraceSave, 'testeeId' | 'measureTimeStr'>) => ({
  systolic,
  diastolic,
  fasting_blood_sugar: fastingBloodSugar,
  bmi,
  conclusions,
})

/** Return the time of measurement; default `now`. @throws AppError VALIDATION for a time in the future */
function measuredAt(ctx: SignedInContext, time: string | undefined, now: Date): Date {
  const measured = time === undefined ? now : instantOf(time, ctx.config.timeZone)
  if (measured > now) throw refusedField(ctx, 'measureTimeStr', 'traces.measureTime.wrong')
  return measured
}

/**
 * Store measurements of a testee; the status is new.
 * @returns the id.
 * @throws AppError NOT_FOUND for a testee out of reach, VALIDATION
 */
export async function saveTrace(ctx: SignedInContext, input: TraceSave): Promise<number> {
  const seen = await visible(ctx, 'testee')
  const { id } = await createRow(ctx, trace, {
    action: 'traces.save',
    values: async (trx) => {
      const { rows } = await sql<{
        company_id: number
      }>`select company_id from testee where id = ${input.testeeId} and ${seen} for share`.execute(trx)
      const [testee] = rows
      if (!testee) throw new AppError('NOT_FOUND')
      return {
        company_id: testee.company_id,
        device_id: null,
        testee_id: input.testeeId,
        user_id: ctx.viewer.userId,
        measure_time: measuredAt(ctx, input.measureTimeStr, ctx.clock()),
        ...measuredColumns(input),
      }
    },
  })
  return id
}

/**
 * Change the sent measurements of a testee.
 * @throws AppError NOT_FOUND, also for the trace of a device; EDITED_BY_OTHERS
 */
export async function updateTrace(ctx: SignedInContext, input: TraceUpdate): Promise<void> {
  await changeRow(ctx, trace, input, {
    action: 'traces.update',
    visible: await visible(ctx, 'trace'),
    set: (before) => {
      if (before.testee_id === null) throw new AppError('NOT_FOUND')
      const { systolic = before.systolic, diastolic = before.diastolic } = input
      if (!inOrder({ systolic, diastolic }))
        throw new AppError('VALIDATION', { field: 'diastolic', problem: 'traces.pressureOrder' })
      const columns = measuredColumns(input)
      if (findings.every((name) => (columns[name] === undefined ? before[name] : columns[name]) === null))
        throw new AppError('VALIDATION', { field: 'systolic', problem: 'traces.noFindings' })
      const measured =
        input.measureTimeStr === undefined ? {} : { measure_time: measuredAt(ctx, input.measureTimeStr, ctx.clock()) }
      return { ...measured, ...columns }
    },
  })
}
