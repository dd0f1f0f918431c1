import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { countsOf, feedTown, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()

describe('a device feed', () => {
  test('registers new devices, updates known ones and leaves the rest as it was', async () => {
    const town = await feedTown(database)
    const { db } = database
    const site = { site_id: town.site.id, company_id: town.tenant.id, client_id: town.client.id, account_id: town.account.id }
    await buildDevice(db, { serial: 'KNOWN-1', state: 'normal', hash_rate: 30, ...site })
    await buildDevice(db, { serial: 'KNOWN-2', state: 'offline', hash_rate: null, ...site })
    const result = await town.apply({
      devices: [
        lineOf('KNOWN-1', { hashRate: 12 }),
        lineOf('KNOWN-2', { hashRate: 29.5 }),
        lineOf('NEW-1', { type: 'T20', site: town.site.name, client: town.client.name, account: town.account.name, hashRate: 19 }),
      ],
    })
    expect(result).toMatchObject({ read: 3, created: 1, updated: 2, unchanged: 0, conflict: 0, refused: 0, dryRun: false, errors: [] })
    expect(result.transitions).toEqual(
      expect.arrayContaining([
        { from: 'normal', to: 'low', count: 1 },
        { from: 'offline', to: 'normal', count: 1 },
        { from: null, to: 'normal', count: 1 },
      ]),
    )
    const device = await db.selectFrom('device').selectAll().where('serial', '=', 'NEW-1').executeTakeFirstOrThrow()
    expect(device).toMatchObject({ state: 'normal', type: 'T20', site_id: town.site.id, client_id: town.client.id, account_id: town.account.id, hash_rate: 19 })
    const events = await db.selectFrom('device_event').select(['from_state', 'to_state', 'cause']).where('device_id', '=', device.id).orderBy('id').execute()
    expect(events).toEqual([
      { from_state: null, to_state: 'offline', cause: 'registered' },
      { from_state: 'offline', to_state: 'normal', cause: 'feed' },
    ])
    expect(await countsOf(db, town.tenant.id, town.today)).toEqual({ live: { normal: 2, low: 1 }, daily: { normal: 2, low: 1 } })
  })
})
