import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { useAbsentMachines } from '#tests/support/absent-machines.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'
import { countsOf, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const { town } = useAbsentMachines(database)

describe('A late feed', () => {
  test('Change only its own day, with the owners of that day, and not the live devices', async () => {
    const made = await town()
    const { db } = database
    const device = await made.device('A1', { create_time: new Date('2026-01-01') })
    const absent = await made.device('A2', { create_time: new Date('2026-01-01') })
    const yesterday = addDays(made.today, -1)
    await made.apply({ devices: [lineOf('A1'), lineOf('A2')] })
    const second = await buildSite(db, { tenant: made.tenant })
    await made.apply({ devices: [{ serial: 'A1' }], businessDate: yesterday })
    await made.apply({ devices: [{ serial: 'A1', site: second.name }] })
    const live = await db.selectFrom('device').selectAll().orderBy('id').execute()
    const today = await db
      .selectFrom('device_daily')
      .selectAll()
      .where('business_date', '=', made.today)
      .orderBy('device_id')
      .execute()
    const result = await made.apply({
      devices: [lineOf('A1', { hashRate: 9 }), lineOf('NEW', { type: 'T30' })],
      businessDate: yesterday,
    })
    expect(result).toMatchObject({ businessDate: yesterday, created: 1, updated: 1 })
    expect((await db.selectFrom('device').selectAll().orderBy('id').execute()).slice(0, 2)).toEqual(live)
    expect(
      await db
        .selectFrom('device_daily')
        .selectAll()
        .where('business_date', '=', made.today)
        .where('device_id', '<=', absent.id)
        .orderBy('device_id')
        .execute(),
    ).toEqual(today)
    expect(await made.dailyOf(device.id, yesterday)).toMatchObject({
      state: 'low',
      hash_avg: 9,
      reported: true,
      site_id: made.site.id,
    })
    expect(await made.dailyOf(absent.id, yesterday)).toMatchObject({ state: 'offline', reported: false })
    expect(
      await db
        .selectFrom('import_batch')
        .select('restated')
        .where('id', '=', result.batchId ?? 0)
        .executeTakeFirst(),
    ).toEqual({ restated: true })
    expect(await countsOf(db, made.tenant.id, made.today)).toEqual({
      live: { normal: 2, offline: 1 },
      daily: { normal: 2, offline: 1 },
    })
    const again = await made.apply({ devices: [lineOf('A1', { hashRate: 9 })], businessDate: yesterday })
    expect(again).toMatchObject({ unchanged: 1 })
  })

  test('Take the day of the newest report when the sender does not name one', async () => {
    const made = await town()
    await made.device('A1', { create_time: new Date('2026-01-01') })
    const day = addDays(made.today, -3)
    const result = await made.apply({ devices: [lineOf('A1', { hashRate: 9, reportedAt: `${day} 08:00:00` })] })
    expect(result.businessDate).toBe(day)
    expect(await made.stateOf('A1')).toBe('normal')
  })
})
