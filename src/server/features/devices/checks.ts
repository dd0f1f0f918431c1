import { type Kysely, sql } from 'kysely'
import { oneDevice, oneLiveDevice } from '#server/db/one-device.ts'
import { containing } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { procedure } from '#server/trpc.ts'
import { AddChecksRequest, type Reviewer, ReviewersRequest, reviewerListSize } from '#shared/device-detail.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { getDevice } from './queries.ts'

/** Staff of the base that a device belongs to, its sites included; owners of machines review nothing. */
const staffOf = (companyId: number) => sql`from app_user u where not u.disabled and u.client_id is null and u.account_id is null and u.nick_name is not null
  and exists (select from membership m join company c on c.id = m.company_id where m.user_id = u.id and c.tenant_id = ${companyId})`

async function reviewersOf(db: Kysely<Database>, companyId: number, name: string | undefined): Promise<Reviewer[]> {
  const named = name ? sql` and u.name ilike ${containing(name)}` : sql``
  const { rows } = await sql<Reviewer>`select u.id, u.name ${staffOf(companyId)}${named} order by u.name, u.id limit ${reviewerListSize}`.execute(db)
  return rows
}

// Who can be made a reviewer of a device: names alone.
export const deviceReviewers = procedure('devices.reviewers')
  .input(ReviewersRequest)
  .query(async ({ ctx, input }): Promise<Reviewer[]> => {
    const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
    return reviewersOf(ctx.readDb, device.company_id, input.name)
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
      const { rows: known } = await sql<{ id: number }>`select u.id ${staffOf(device.company_id)} and u.id = any(${ids}::int[])`.execute(trx)
      if (known.length < ids.length) throw new AppError('NOT_FOUND')
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
