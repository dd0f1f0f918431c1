import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { useTwoSiteBase } from '#tests/support/two-site-base.ts'

describe('A device feed', () => {
  test('Refuse a serial of another base, and do not change that machine', async () => {
    const made = await town()
    const foreign = await buildDevice(database.db, { serial: 'FOREIGN' })
    const result = await made.apply({ devices: [lineOf('FOREIGN', { type: 'T30', hashRate: 1 })] })
    expect(result.errors).toEqual([
      {
        line: 1,
        serial: 'FOREIGN',
        reason: 'serialElsewhere',
        text: '该序列号已在您的管理范围之外登记，不能在此登记：请核对序列号；确属您的设备，请总部调拨',
      },
    ])
    expect(await database.db.selectFrom('device').selectAll().where('id', '=', foreign.id).executeTakeFirst()).toEqual(
      foreign,
    )
  })

  test('Refuse places that do not exist, belong to another base or do not match', async () => {
    const made = await town()
    const { db } = database
    const other = await buildClient(db, { company_id: made.tenant.id })
    await buildAccount(db, { client_id: other.id, name: 'twice' })
    await buildAccount(db, { client_id: made.client.id, name: 'twice' })
    const foreign = await buildSite(db)
    const result = await made.apply({
      devices: [
        { serial: 'A1', type: 'T30', site: 'nowhere' },
        { serial: 'A2', type: 'T30', site: foreign.name },
        { serial: 'A3', type: 'T30', client: 'nobody' },
        { serial: 'A4', type: 'T30', account: 'nobody' },
        { serial: 'A5', type: 'T30', client: other.name, account: made.account.name },
        { serial: 'A6', type: 'T30', account: 'twice' },
        { serial: 'A7' },
        { serial: 'A8', type: 'T30', client: other.name, account: 'twice' },
      ],
    })
    expect(reasons(result)).toEqual([
      '1 siteUnknown',
      '2 siteUnknown',
      '3 clientUnknown',
      '4 accountUnknown',
      '5 ownerMismatch',
      '6 ownerUnclear',
      '7 typeMissing',
    ])
    expect(result).toMatchObject({ created: 1, refused: 7 })
  })

  test('Move devices by an inventory without telemetry, and keep their states', async () => {
    const made = await town()
    const device = await made.device('A1')
    await made.device('A2')
    const second = await buildSite(database.db, { tenant: made.tenant })
    expect(await made.apply({ devices: [{ serial: 'A1', site: second.name }] })).toMatchObject({
      updated: 1,
      transitions: [],
      coverage: [],
    })
    expect(await made.stateOf('A1')).toBe('normal')
    expect(await made.dailyOf(device.id)).toMatchObject({ site_id: second.id, state: 'normal', reported: null })
  })

  test('Do not replace a newer report by an older one', async () => {
    const made = await town()
    await made.device('A1', { hash_rate: 30, last_report_at: new Date() })
    const earlier = new Date(Date.now() - 60_000).toISOString()
    expect(
      await made.apply({ devices: [lineOf('A1', { hashRate: 2, reportedAt: earlier })], businessDate: made.today }),
    ).toMatchObject({ unchanged: 1 })
    expect(await made.stateOf('A1')).toBe('normal')
  })

  test('Limit a user of a child site to that site', async () => {
    const made = await town()
    const second = await buildSite(database.db, { tenant: made.tenant })
    await made.device('HERE')
    await made.device('THERE', { site_id: second.id })
    const result = await made.apply(
      {
        devices: [
          lineOf('HERE', { hashRate: 1 }),
          lineOf('THERE'),
          lineOf('NEW', { type: 'T30' }),
          lineOf('NEW2', { type: 'T30', site: second.name }),
        ],
      },
      [made.site.id],
    )
    expect(reasons(result)).toEqual(['2 serialElsewhere', '4 siteUnknown'])
    expect(result.coverage.map(({ siteId }) => siteId)).toEqual([made.site.id])
    expect(
      await database.db.selectFrom('device').select('site_id').where('serial', '=', 'NEW').executeTakeFirst(),
    ).toEqual({ site_id: made.site.id })
  })

  test('Find the base of a new device by the places in its line, or refuse it as unclear', async () => {
    const made = await town()
    const { db } = database
    const second = await buildCompany(db)
    const site = await buildSite(db, { tenant: second, name: made.site.name })
    const own = await buildSite(db, { tenant: second })
    const { applyFeed } = await import('./apply-feed.ts')
    const territory = territoryOf([made.tenant.id, second.id], { everything: true })
    const parts = {
      db,
      config: { databaseUrl: database.url, deviceFeedUrl: null, timeZone: 'Asia/Shanghai' },
      clock: () => new Date(),
    }
    const result = await applyFeed(
      parts,
      { actor: 'admin', userId: null, territory, language: 'en' },
      {
        devices: [
          lineOf('A1', { type: 'T30', site: own.name }),
          lineOf('A2', { type: 'T30', site: site.name }),
          lineOf('A3', { type: 'T30', site: site.name, account: made.account.name }),
          lineOf('A4', { type: 'T30' }),
        ],
      },
    )
    expect(reasons(result)).toEqual(['2 companyUnclear', '4 companyUnclear'])
    const placed = await db.selectFrom('device').select(['serial', 'company_id', 'site_id']).orderBy('serial').execute()
    expect(placed).toEqual([
      { serial: 'A1', company_id: second.id, site_id: own.id },
      { serial: 'A3', company_id: made.tenant.id, site_id: made.site.id },
    ])
  })
})
const database = useDatabase()
const { town, reasons } = useTwoSiteBase(database)
