import { type Kysely, sql, type Transaction } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { oneDevice, oneLiveDevice } from '#server/db/one-device.ts'
import type { Database } from '#server/db/tables.ts'
import { procedure, router } from '#server/trpc.ts'
import { businessTime } from '#shared/dates.ts'
import { type DeviceTrace, type TraceStatus, TraceStatusRequest } from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { ById } from '#shared/paging.ts'

type StoredTrace = { id: number; status: TraceStatus; person: string | null; update_time: Date }

/** The newest trace of a device; without one it is new. */
async function traceOf(db: Kysely<Database>, deviceId: number, timeZone: string): Promise<DeviceTrace> {
  const { rows } = await sql<StoredTrace>`select t.id, t.status, u.name as person, t.update_time from trace t left join app_user u on u.id = t.user_id
    where t.device_id = ${deviceId} order by t.id desc limit 1`.execute(db)
  const [trace] = rows
  if (!trace) return { id: null, deviceId, status: 0, person: null, timeStr: null }
  return { id: trace.id, deviceId, status: trace.status, person: trace.person, timeStr: businessTime(trace.update_time, timeZone) }
}

/** The device that a trace belongs to. @throws AppError NOT_FOUND */
async function deviceOf(trx: Transaction<Database>, id: number): Promise<number> {
  const trace = await trx.selectFrom('trace').select('device_id').where('id', '=', id).executeTakeFirst()
  if (!trace || trace.device_id === null) throw new AppError('NOT_FOUND')
  return trace.device_id
}

type Change = { id?: number | undefined; deviceId?: number | undefined; status: TraceStatus; userId: number | null; now: Date }
/** @throws AppError NOT_FOUND, DEVICE_SCRAPPED */
async function writeStatus(trx: Transaction<Database>, set: DeviceSet, { id, deviceId, status, userId, now }: Change) {
  const device = await oneLiveDevice(trx, set, deviceId ?? (await deviceOf(trx, id ?? 0)))
  // Two people who publish at once make one trace, not two.
  await sql`select pg_advisory_xact_lock(hashtext('trace'), ${device.id})`.execute(trx)
  const wanted = id ?? (await traceOf(trx, device.id, 'UTC')).id
  if (wanted === null) {
    await trx
      .insertInto('trace')
      .values({ company_id: device.company_id, device_id: device.id, user_id: userId, status, create_time: now, update_time: now })
      .execute()
  } else {
    await trx
      .updateTable('trace')
      .set(({ eb }) => ({ status, user_id: userId, update_time: now, row_version: eb('row_version', '+', 1) }))
      .where('id', '=', wanted)
      .execute()
  }
  return device
}

export const tracesRouter = router({
  // Whether the device is published; by whom and when.
  ofDevice: procedure('traces.ofDevice')
    .input(ById)
    .query(async ({ ctx, input }): Promise<DeviceTrace> => {
      const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
      return traceOf(ctx.readDb, device.id, ctx.config.timeZone)
    }),
  // Publishes (1), does not publish (2) or judges invalid (3) (C042).
  setStatus: procedure('traces.setStatus')
    .input(TraceStatusRequest)
    .mutation(async ({ ctx, input }): Promise<DeviceTrace> => {
      const set = await ctx.services.places.narrow(ctx.scope)
      const deviceId = await ctx.db.transaction().execute(async (trx) => {
        const device = await writeStatus(trx, set, { ...input, userId: ctx.viewer.userId, now: ctx.clock() })
        await ctx.services.audit.write(trx, ctx, {
          action: 'traces.setStatus',
          targetKind: 'device',
          targetId: device.id,
          companyId: device.company_id,
          details: { serial: device.serial, status: input.status },
        })
        return device.id
      })
      return traceOf(ctx.db, deviceId, ctx.config.timeZone)
    }),
})
