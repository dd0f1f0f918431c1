import { describe, expect, test } from 'vitest'
import { createPlaces } from '#server/services/places/places.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
  type UserValues,
} from '#tests/support/factories.ts'

const database = useDatabase()
const callerAs = async (given: UserValues = {}) => buildCallerAs(database.db, given)
const reasonOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: Error) => error.message,
  )

describe('the device list', () => {
  test('Show each of two bases its own machines and counts when both ask at once', async () => {
    const { db } = database
    const bases = await Promise.all([buildCompany(db), buildCompany(db)])
    await buildDevice(db, { company_id: bases[0].id, serial: 'FIRST-1' })
    await buildDevice(db, { company_id: bases[1].id, serial: 'SECOND-1' })
    await buildDevice(db, { company_id: bases[1].id, serial: 'SECOND-2' })
    const services = { places: createPlaces({ db }) }
    const callers = await Promise.all(
      bases.map(({ id }) => buildCallerAs(db, { nick_name: '基地负责人', company_id: id }, { services })),
    )
    // With the names of all places in memory, the next calls reach the database in one turn.
    await Promise.all(callers.map((caller) => caller.charts.counts({})))
    const seen = await Promise.all(
      [...callers, ...callers].map(async (caller) => {
        const [{ data }, counts] = await Promise.all([
          caller.devices.find({ orderColumn: 'serial' }),
          caller.charts.counts({}),
        ])
        return [...data.map(({ serial }) => serial), counts.total]
      }),
    )
    const expected = [
      ['FIRST-1', 1],
      ['SECOND-1', 'SECOND-2', 2],
    ]
    expect(seen).toEqual([...expected, ...expected])
  })

  test('Show the places, the newest report and the reviewers of a device', async () => {
    const { db } = database
    const site = await buildSite(db, { name: '一号站' })
    const client = await buildClient(db, { company_id: site.tenant_id, name: '甲客户' })
    const account = await buildAccount(db, { client_id: client.id, name: '甲一' })
    const device = await buildDevice(db, {
      site_id: site.id,
      client_id: client.id,
      account_id: account.id,
      last_report_at: '2026-11-20T03:00:00Z',
      hash_rate: 29.5,
    })
    const reviewer = await buildUser(db, { name: '王检验' })
    await db.insertInto('device_check').values({ device_id: device.id, user_id: reviewer.id }).execute()
    const row = {
      id: device.id,
      serial: device.serial,
      type: 'T30',
      state: 'normal',
      repairTimes: 0,
      activeWorker: 'worker-1',
      activeWorkerState: true,
      siteId: site.id,
      site: '一号站',
      clientId: client.id,
      client: '甲客户',
      accountId: account.id,
      account: '甲一',
      hashRate: 29.5,
      lastReportAt: '2026-11-20T03:00:00.000Z',
      neverReported: false,
      stateSince: device.state_since.toISOString(),
      checks: [{ id: reviewer.id, name: '王检验' }],
      facts: null,
    }
    const caller = await callerAs()
    expect(await caller.devices.find({})).toEqual({ data: [row], totalCount: 1 })
    expect(await caller.devices.get({ id: device.id })).toEqual(row)
  })

  test('Show a device without places and reports as such', async () => {
    const base = await buildCompany(database.db)
    await buildDevice(database.db, {
      company_id: base.id,
      site_id: null,
      client_id: null,
      account_id: null,
      state: 'offline',
      last_report_at: null,
    })
    const [row] = (await (await callerAs()).devices.find({})).data
    expect(row).toMatchObject({
      site: null,
      siteId: null,
      client: null,
      account: null,
      lastReportAt: null,
      neverReported: true,
      checks: [],
    })
  })

  test('Search for wildcard characters literally', async () => {
    const base = await buildCompany(database.db)
    for (const serial of ['a%b', 'a_b', 'a\\b', 'AXB']) await buildDevice(database.db, { company_id: base.id, serial })
    const caller = await callerAs()
    for (const serial of ['%', '_', '\\', 'a%b', 'A_B', 'a\\b'])
      expect((await caller.devices.find({ serial })).totalCount).toBe(1)
    expect((await caller.devices.find({ serial: 'axb' })).data[0]?.serial).toBe('AXB')
  })

  test('Find devices by the name of their site, client or account', async () => {
    const { db } = database
    const site = await buildSite(db, { name: '青海站' })
    const other = await buildSite(db, { tenant: await buildCompany(db) })
    const client = await buildClient(db, { company_id: other.tenant_id, name: '青山公司' })
    await buildDevice(db, { site_id: site.id, serial: 'S1' })
    await buildDevice(db, { site_id: other.id, client_id: client.id, serial: 'S2' })
    await buildDevice(db, { site_id: other.id, serial: 'S3' })
    expect((await (await callerAs()).devices.find({ name: '青' })).data.map(({ serial }) => serial)).toEqual([
      'S1',
      'S2',
    ])
  })

  test('Refuse an unknown sort column or filter, and name the allowed ones', async () => {
    const caller = await callerAs()
    expect(await reasonOf(caller.devices.find({ orderColumn: 'password' as 'serial' }))).toContain('serial')
    expect(await reasonOf(caller.devices.find({ sate: 'normal' } as object))).toContain('state')
  })

  test('Count all matches of one or two characters that nearly all serials contain, as the cards do', async () => {
    const base = await buildCompany(database.db)
    const caller = await callerAs({ company_id: base.id, nick_name: '基地负责人' })
    await database.pool.query(
      `insert into device(serial, company_id, type, state) select 'T30-' || number, $1, 'T30', 'normal' from generate_series(1, 10050) number`,
      [base.id],
    )
    for (const serial of ['t', 't3', 't30']) {
      expect((await caller.devices.find({ serial, size: 5 })).totalCount, serial).toBe(10_050)
      expect((await caller.charts.counts({ serial })).total, serial).toBe(10_050)
    }
    const last = await caller.devices.find({ serial: 't3', size: 5, page: 2_010, orderColumn: 'id' })
    expect(last.data.map(({ serial }) => serial)).toEqual(
      [10_046, 10_047, 10_048, 10_049, 10_050].map((number) => `T30-${number}`),
    )
  })
})

describe('devices out of scope', () => {
  test('Answer NOT_FOUND for a device of another base', async () => {
    const foreign = await buildDevice(database.db)
    const own = await buildCompany(database.db)
    const caller = await callerAs({ company_id: own.id, nick_name: '基地负责人' })
    expect(await reasonOf(caller.devices.get({ id: foreign.id }))).toBe('数据不存在')
    expect(await reasonOf(caller.devices.get({ id: 999_999 }))).toBe('数据不存在')
  })

  test('Answer NOT_FOUND for every place that an outsider names', async () => {
    const { db } = database
    const site = await buildSite(db)
    const client = await buildClient(db, { company_id: site.tenant_id })
    const account = await buildAccount(db, { client_id: client.id, site_id: site.id })
    await buildDevice(db, { site_id: site.id, client_id: client.id, account_id: account.id })
    const own = await buildCompany(db)
    const sibling = await buildSite(db, { super_company_id: site.tenant_id })
    const ownClient = await buildClient(db, { company_id: own.id })
    const outsiders = [
      await callerAs({ company_id: own.id, nick_name: '基地负责人' }),
      await callerAs({ company_id: sibling.id, nick_name: '检验员' }),
      await callerAs({ company_id: own.id, nick_name: '客户', client_id: ownClient.id }),
    ]
    const headquarters = await buildHeadquarters(db)
    for (const caller of outsiders)
      for (const place of [
        { companyId: site.id },
        { siteId: site.id },
        { clientId: client.id },
        { accountId: account.id },
        { companyId: site.tenant_id },
        { companyId: headquarters.id },
      ])
        expect(await reasonOf(caller.devices.find(place))).toMatch(
          /^数据不存在：\S+ (?:company|site|client|account)Id$/,
        )
  })

  test('Show a client its devices in two bases, and nothing of others', async () => {
    const { db } = database
    const here = await buildSite(db)
    const there = await buildSite(db, { tenant: await buildCompany(db) })
    const client = await buildClient(db, { company_id: here.tenant_id })
    const mine = [
      await buildDevice(db, { site_id: here.id, client_id: client.id }),
      await buildDevice(db, { site_id: there.id, client_id: client.id }),
    ]
    await buildDevice(db, { site_id: there.id })
    const caller = await callerAs({ company_id: here.tenant_id, nick_name: '客户', client_id: client.id })
    expect((await caller.devices.find({ orderColumn: 'id' })).data.map(({ id }) => id)).toEqual(
      mine.map(({ id }) => id),
    )
    expect((await caller.devices.find({ siteId: there.id })).totalCount).toBe(1)
    expect((await caller.charts.counts({})).total).toBe(2)
    expect((await caller.sites.find({})).data.map(({ id }) => id).sort()).toEqual([here.id, there.id].sort())
  })

  test('Refuse a user without a role', async () => {
    await buildDevice(database.db)
    const caller = await callerAs({ nick_name: null })
    expect(await reasonOf(caller.devices.find({}))).toBe('您没有执行此操作的权限')
  })
})
