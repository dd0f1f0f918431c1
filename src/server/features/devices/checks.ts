import { sql } from 'kysely'
import { oneDevice, oneLiveDevice } from '#server/db/one-device.ts'
import { checkStaff, findStaff } from '#server/db/staff.ts'
import { procedure } from '#server/trpc.ts'
import { AddChecksRequest, type Reviewer, ReviewersRequest } from '#shared/device-detail.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import { getDevice } from './queries.ts'

// Who can be made a reviewer of a device: names alone.
export const deviceReviewers = procedure('devices.reviewers')
  .input(ReviewersRequest)
  .query(async ({ ctx, input }): Promise<Reviewer[]> => {
    const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
    return findStaff(ctx.readDb, device.company_id, input.name)
  })

// Adds reviewers (C026): those who are there stay, nobody is taken away, and doing it twice is harmless.
export const addDeviceChecks = procedure('devices.addChecks')
  .input(AddChecksRequest)
  .mutation(async ({ ctx, input }): Promise<DeviceDetail> => {
    const { places, audit } = ctx.services
    const set = await places.narrow(ctx.scope)
    const ids = [...new Set(input.people.map(({ id }) => id))]
    await ctx.db.transaction().execute(async (trx) => {
      const device = await oneLiveDevice(trx, set, input.id)
      await checkStaff(trx, device.company_id, ids)
      const { rows: added } = await sql<{ user_id: number }>`insert into device_check (device_id, user_id)
        select ${device.id}, unnest(${ids}::int[]) on conflict do nothing returning user_id`.execute(trx)
      if (added.length === 0) return
      await audit.write(trx, ctx, {
        action: 'devices.addChecks',
        targetKind: 'device',
        targetId: device.id,
        companyId: device.company_id,
        details: { serial: device.serial, reviewers: added.map(({ user_id }) => user_id) },
      })
    })
    return getDevice(ctx.db, await places.book(), set, input.id)
  })
