import { sql, type Transaction } from 'kysely'
import { type DeviceSet, isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { byIds, type HeldDevice, holdDevices } from '#server/features/devices/hold-devices.ts'
import { isStateChange, notUndoneIn } from '#server/features/devices/undone-events.ts'
import { writeChanges } from '#server/features/devices/write-changes.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'

import type { RepairType, RepairVoidRequest } from '#shared/repairs.ts'
import { type PastEvent, replay } from './replay.ts'

type Voided = {
  id: number
  type: RepairType
  device_id: number
  device_serial: string
  company_id: number
  opened_by_id: number | null
  since_before: Date | null
  voided_at: Date | null
}

/** Return a record of one of the tenants; whether the caller may void it depends on its machine. */
async function readRecord(trx: Transaction<Database>, set: DeviceSet, id: number): Promise<Voided> {
  if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
  const { rows } =
    await sql<Voided>`select id, type, device_id, device_serial, company_id, opened_by_id, since_before, voided_at from repair_daily
    where id = ${id} and ${isOneOf('company_id', set.companyIds)}`.execute(trx)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Refuse to void a 送修 that was closed by a 送回, or a 送回 with a later record. */
async function refuseNeeded(trx: Transaction<Database>, { id, type, device_id, company_id }: Voided): Promise<void> {
  const needed =
    type === '送修'
      ? sql`opened_by_id = ${id}`
      : sql`(create_time, id) > (select create_time, id from repair_daily where company_id = ${company_id} and id = ${id})`
  const { rows } =
    await sql`select 1 from repair_daily where company_id = ${company_id} and device_id = ${device_id} and voided_at is null and ${needed} limit 1`.execute(
      trx,
    )
  if (rows.length > 0) throw new AppError('REPAIR_NEEDED')
}

/** Return the events of a device, without undone feeds and without events of voiding and undoing. */
async function readEvents(
  trx: Transaction<Database>,
  { id: deviceId, company_id }: HeldDevice,
): Promise<{ events: PastEvent[]; voided: Set<number> }> {
  const { rows } = await sql<PastEvent & { voided: boolean }>`
    select e.from_state as "from", e.to_state as "to", e.cause, e.at, e.repair_id as "repairId", r.voided_at is not null as voided,
      case when r.outcome in ('fixed', 'noFault', 'notRepairable') then r.outcome end as outcome
    from device_event e left join repair_daily r on r.company_id = ${company_id} and r.id = e.repair_id
    where e.company_id = ${company_id} and e.device_id = ${deviceId} and e.cause not in ('void', 'undo') and ${isStateChange} and ${notUndoneIn(company_id)}
    order by e.at, e.id`.execute(trx)
  return {
    events: rows,
    voided: new Set(rows.flatMap(({ voided, repairId }) => (voided && repairId !== null ? [repairId] : []))),
  }
}

/**
 * Void a wrong record: it stays, marked with a reason, and the device gets the state of its other events. Past days are
 * unchanged.
 * @throws AppError NOT_FOUND; REPAIR_VOIDED; DEVICE_SCRAPPED, since scrap is final; REPAIR_NEEDED when a later record
 * depends on it
 */
export async function voidRepair(
  ctx: SignedInContext,
  { id, reason }: RepairVoidRequest,
): Promise<{ id: number; deviceSerial: string }> {
  const set = await ctx.services.places.narrow(ctx.scope)
  return ctx.db.transaction().execute(async (trx) => {
    const { device_id } = await readRecord(trx, set, id)
    const [device] = await holdDevices(trx, set, byIds([device_id]))
    if (!device) throw new AppError('NOT_FOUND')
    const record = await readRecord(trx, set, id)
    if (record.voided_at !== null) throw new AppError('REPAIR_VOIDED')
    if (device.state === 'scrap') throw new AppError('DEVICE_SCRAPPED')
    // Later records in another base depend on it.
    if (device.company_id !== record.company_id) throw new AppError('REPAIR_NEEDED')
    await refuseNeeded(trx, record)
    const { events, voided } = await readEvents(trx, device)
    const left = replay(device.type, events, voided.add(id), id)
    if (!left || left.state === 'scrap') throw new AppError('REPAIR_NEEDED')
    const at = ctx.clock()
    const userId = ctx.viewer.userId
    await sql`update repair_daily set voided_at = ${at}::timestamptz, voided_by = ${userId}::int, void_reason = ${reason}::text, update_time = ${at}::timestamptz,
      row_version = row_version + 1 where company_id = ${record.company_id} and id = ${id}`.execute(trx)
    if (record.type === '送回' && record.opened_by_id !== null) {
      await sql`update repair_daily set closed = ${left.lostAfter}::boolean, outcome = ${left.lostAfter ? 'lost' : null}::text, update_time = ${at}::timestamptz,
        row_version = row_version + 1 where company_id = ${record.company_id} and id = ${record.opened_by_id}`.execute(
        trx,
      )
    }
    const change = {
      ...{
        deviceId: device.id,
        companyId: device.company_id,
        from: device.state,
        to: left.state,
        cause: 'void' as const,
        repairId: id,
      },
      since: left.since ?? record.since_before ?? at,
      repairTimes: record.type === '送修' ? -1 : 0,
    }
    await writeChanges(trx, ctx, [change], { at, userId, note: reason })
    await ctx.services.audit.write(trx, ctx, {
      action: 'repairs.void',
      targetKind: 'repair_daily',
      targetId: id,
      companyId: record.company_id,
      details: { serial: record.device_serial, type: record.type, reason, from: device.state, to: left.state },
    })
    return { id, deviceSerial: record.device_serial }
  })
}
