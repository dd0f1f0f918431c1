import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { countsOf, feedTown, fileOf, lineOf } from '#tests/support/feeds.ts'
import { shapeOfRun } from '#tests/support/shape.ts'
import { dumpTables } from '#tests/support/table-dump.ts'

const database = useDatabase()

async function town() {
  const made = await feedTown(database)
  const owners = {
    company_id: made.tenant.id,
    site_id: made.site.id,
    client_id: made.client.id,
    account_id: made.account.id,
  }
  const device = (serial: string, given: object = {}) =>
    buildDevice(database.db, { serial, ...owners, last_report_at: new Date(Date.now() - 3_600_000), ...given })
  const stateOf = async (serial: string) =>
    (await database.db.selectFrom('device').select('state').where('serial', '=', serial).executeTakeFirstOrThrow())
      .state
  const dailyOf = (deviceId: number, day = made.today) =>
    database.db
      .selectFrom('device_daily')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('business_date', '=', day)
      .executeTakeFirst()
  return { ...made, today: made.today, owners, device, stateOf, dailyOf }
}
const names = (made: Awaited<ReturnType<typeof town>>) => ({
  site: made.site.name,
  client: made.client.name,
  account: made.account.name,
})
const reasons = (result: { errors: { line: number; reason: string }[] }) =>
  result.errors.map(({ line, reason }) => `${line} ${reason}`)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('a device feed', () => {
  test('registers new devices, updates known ones and leaves the rest as it was', async () => {
    const made = await town()
    const { db } = database
    await made.device('KNOWN-1', { state: 'normal', hash_rate: 30 })
    await made.device('KNOWN-2', { state: 'offline', hash_rate: null })
    const result = await made.apply({
      devices: [
        lineOf('KNOWN-1', { hashRate: 12 }),
        lineOf('KNOWN-2', { hashRate: 29.5 }),
        lineOf('NEW-1', { type: 'T20', ...names(made), hashRate: 19 }),
      ],
    })
    expect(result).toMatchObject({
      read: 3,
      created: 1,
      updated: 2,
      unchanged: 0,
      conflict: 0,
      refused: 0,
      dryRun: false,
      errors: [],
    })
    expect(result.transitions).toEqual(
      expect.arrayContaining([
        { from: 'normal', to: 'low', count: 1 },
        { from: 'offline', to: 'normal', count: 1 },
        { from: null, to: 'normal', count: 1 },
      ]),
    )
    const device = await db.selectFrom('device').selectAll().where('serial', '=', 'NEW-1').executeTakeFirstOrThrow()
    expect(device).toMatchObject({ state: 'normal', type: 'T20', ...made.owners, hash_rate: 19 })
    const events = await db
      .selectFrom('device_event')
      .select(['from_state', 'to_state', 'cause', 'batch_id'])
      .where('device_id', '=', device.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { from_state: null, to_state: 'offline', cause: 'registered', batch_id: result.batchId },
      { from_state: 'offline', to_state: 'normal', cause: 'feed', batch_id: result.batchId },
    ])
    expect(await countsOf(db, made.tenant.id, made.today)).toEqual({
      live: { normal: 2, low: 1 },
      daily: { normal: 2, low: 1 },
    })
    expect(result.coverage).toMatchObject([{ siteId: made.site.id, expected: 3, reported: 3, status: 'complete' }])
  })

  test('sent twice changes nothing the second time', async () => {
    const made = await town()
    const request = fileOf(
      `serial,type,site,hashRate,alarm\nA1,T30,${made.site.name},30.123456,no\nA2,T20,,0,no\nA3,T30,,29,yes\n`,
    )
    expect(await made.apply(request)).toMatchObject({ created: 3 })
    expect(await made.apply(request)).toMatchObject({ created: 0, updated: 0, unchanged: 3, transitions: [] })
    expect(await made.stateOf('A3')).toBe('warn')
  })

  test('rehearsed says exactly what applying it does, and writes nothing', async () => {
    const made = await town()
    await made.device('A1')
    await made.device('A2')
    await made.device('A3', { state: 'repairing' })
    const request = {
      devices: [lineOf('A1', { hashRate: 3 }), lineOf('A3'), lineOf('A4', { type: 'T30' }), lineOf('A5'), lineOf('A1')],
    }
    const before = await database.db.selectFrom('device').selectAll().orderBy('id').execute()
    const rehearsal = await made.apply({ ...request, dryRun: true })
    expect(await database.db.selectFrom('device').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await database.db.selectFrom('import_batch').selectAll().execute()).toEqual([])
    const applied = await made.apply(request)
    expect(rehearsal).toMatchObject({ dryRun: true, batchId: null })
    expect({ ...rehearsal, dryRun: false, batchId: applied.batchId }).toEqual(applied)
    expect(applied).toMatchObject({ read: 5, created: 1, updated: 1, conflict: 1, refused: 2 })
  })

  test('that is cancelled on its way, at whatever step, leaves every table as it was; once it is through, it stands', async () => {
    const made = await town()
    await made.device('A1')
    await made.device('A2', { state: 'repairing' })
    await made.device('A3')
    const request = { devices: [lineOf('A1', { hashRate: 3 }), lineOf('A2'), lineOf('A4', { type: 'T30' })] }
    const before = await dumpTables(database.pool)
    let statements = 0
    const cancelAt = (phase: string, steps: number) => {
      let cancelled = false
      const report = (reached: string, done: number, total: number) => {
        if (reached === phase && done >= steps) cancelled = true
        if (reached === 'applying') statements = total
      }
      return codeOf(made.apply(request, undefined, { progress: { report, cancelled: () => cancelled } }))
    }
    const gaveUp = async (phase: string, steps: number) => {
      expect(await cancelAt(phase, steps), `${phase} ${steps}`).toBe('CANCELLED')
      expect(await dumpTables(database.pool), `${phase} ${steps}`).toEqual(before)
    }
    for (const phase of ['reading', 'checking', 'applying']) await gaveUp(phase, 0)
    for (let steps = 1; steps < statements; steps += 1) await gaveUp('applying', steps)
    expect(await cancelAt('applying', statements)).toBe('done')
    expect(await made.stateOf('A1')).toBe('low')
  })

  test('in strict mode with one refused line changes nothing and tells every refused line', async () => {
    const made = await town()
    await made.device('A1', { hash_rate: 30 })
    const request = { devices: [lineOf('A1', { hashRate: 2 }), lineOf('A1')], strict: true }
    const error = await made.apply(request).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'FEED_REFUSED',
      details: {
        feed: { refused: 1, errors: [{ line: 2, serial: 'A1', reason: 'serialDuplicate', text: '序列号重复' }] },
      },
    })
    expect(await made.stateOf('A1')).toBe('normal')
    expect(await made.apply({ ...request, dryRun: true })).toMatchObject({ refused: 1, updated: 1 })
  })

  test('answers a serial of another base as one that cannot be registered, and changes nothing of it', async () => {
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

  test('refuses places that do not exist, belong elsewhere or do not fit together', async () => {
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

  test('of an inventory, without a word on how devices run, moves them and leaves their states alone', async () => {
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

  test('does not let an older report overtake a newer one', async () => {
    const made = await town()
    await made.device('A1', { hash_rate: 30, last_report_at: new Date() })
    const earlier = new Date(Date.now() - 60_000).toISOString()
    expect(
      await made.apply({ devices: [lineOf('A1', { hashRate: 2, reportedAt: earlier })], businessDate: made.today }),
    ).toMatchObject({ unchanged: 1 })
    expect(await made.stateOf('A1')).toBe('normal')
  })

  test('of a person at a child site reaches that site alone', async () => {
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

  test('over several bases places a new device by what its line names, or refuses it as unclear', async () => {
    const made = await town()
    const { db } = database
    const second = await buildCompany(db)
    const site = await buildSite(db, { tenant: second, name: made.site.name })
    const own = await buildSite(db, { tenant: second })
    const { applyFeed } = await import('./apply-feed.ts')
    const territory = {
      everything: true,
      companyIds: [made.tenant.id, second.id],
      siteIds: null,
      clientId: null,
      accountId: null,
      ...shapeOfRun(),
    }
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

  test('has a source, or says that there is none', async () => {
    const made = await town()
    expect(await codeOf(made.apply({}))).toBe('FEED_NO_SOURCE')
    expect(await codeOf(made.apply({ businessDate: '2099-01-01', devices: [lineOf('A1')] }))).toBe('VALIDATION')
    expect(await codeOf(made.apply(fileOf('')))).toBe('FEED_EMPTY')
    expect(await codeOf(made.apply({ fileName: 'empty.csv' }))).toBe('FEED_EMPTY')
    expect(await codeOf(made.apply({ devices: [] }))).toBe('FEED_EMPTY')
  })
})
