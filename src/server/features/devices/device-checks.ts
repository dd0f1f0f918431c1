import { sql } from 'kysely'
import type { z } from 'zod'
import { auditRow } from '#server/db/audit-row.ts'
import { oneDevice, oneLiveDevice } from '#server/db/one-device.ts'
import { checkStaff, findStaff } from '#server/db/staff.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AddChecksRequest, Reviewer, ReviewersRequest } from '#shared/device-detail.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import { getDevice } from './queries.ts'

/** Return the names of the users who can review a device. @throws AppError NOT_FOUND */
export async function deviceReviewers(
  ctx: SignedInContext,
  { id, name }: z.output<typeof ReviewersRequest>,
): Promise<Reviewer[]> {
  const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), id)
  return findStaff(ctx.readDb, device.company_id, name)
}

/**
 * Add reviewers to a device (C026). Nobody is removed, and adding someone twice has no effect.
 * @throws AppError NOT_FOUND, DEVICE_SCRAPPED
 */
export async function addDeviceChecks(
  ctx: SignedInContext,
  { id, people }: z.output<typeof AddChecksRequest>,
): Promise<DeviceDetail> {
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope)
  const ids = [...new Set(people.map((person) => person.id))]
  await ctx.db.transaction().execute(async (trx) => {
    const device = await oneLiveDevice(trx, set, id)
    await checkStaff(trx, device.company_id, ids)
    const { rows: added } = await sql<{ user_id: number }>`insert into device_check (device_id, user_id)
      select ${device.id}, unnest(${ids}::int[]) on conflict do nothing returning user_id`.execute(trx)
    if (added.length === 0) return
    const details = { serial: device.serial, reviewers: added.map(({ user_id }) => user_id) }
    await auditRow(trx, ctx, { kind: 'device' }, device, { action: 'devices.addChecks', details })
  })
  return getDevice(ctx.db, await places.book(), set, id)
}
