import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs } from '#server/services/jobs.ts'
import { dayParts } from '#shared/day-lists.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import { monthOf } from '#shared/month-days.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
} from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const day = '2026-11-20'

async function place() {
  const { db } = database
  const base = await buildCompany(db)
  const site = await buildSite(db, { tenant: base, name: '一站' })
  const client = await buildClient(db, { company_id: base.id })
  const account = await buildAccount(db, { client_id: client.id })
  const person = await buildUser(db, { company_id: base.id, nick_name: '基地负责人', name: '周海东' })
  const caller = async (given: Parameters<typeof buildUser>[1]) =>
    buildCaller(db, { viewer: await viewerOf(db, await buildUser(db, given)) })
  return {
    base,
    site,
    client,
    account,
    person,
    manager: await caller({ company_id: (await buildHeadquarters(db)).id }),
    baseManager: buildCaller(db, { viewer: await viewerOf(db, person) }),
    ofClient: await caller({ company_id: base.id, nick_name: '客户', client_id: client.id }),
    elsewhere: await caller({ company_id: (await buildCompany(db)).id, nick_name: '基地负责人' }),
  }
}

test('the devices behind every point are as many as the point says, for every reader and narrowing', async () => {
  const { db } = database
  const { site, client, account, manager, baseManager, ofClient } = await place()
  const told = fc.record({
    state: fc.constantFrom(...deviceStates),
    reported: fc.constantFrom(true, false, null),
    compliant: fc.boolean(),
    known: fc.boolean(),
    own: fc.boolean(),
  })
  for (const { own, known, ...row } of fc.sample(told, { numRuns: 60, seed: 7 })) {
    const device = await buildDevice(db, {
      site_id: site.id,
      ...(own ? { client_id: client.id, account_id: account.id } : {}),
    })
    await buildDaily(db, device, day, { ...row, ever_reported: known })
  }
  const readers = [
    [manager, {}],
    [baseManager, { siteId: site.id }],
    [baseManager, { clientId: client.id, type: 'T30' as const }],
    [ofClient, {}],
  ] as const
  for (const [caller, filter] of readers) {
    const { stack, rates } = await caller.charts.history({ ...filter, businessDateQuery: [day, day] })
    for (const part of dayParts) {
      const rate =
        part === 'onlineRate'
          ? rates.online
          : part === 'offlineRate'
            ? rates.offline
            : part === 'complianceRate'
              ? rates.compliance
              : null
      const service = { inService: rates.online.denominator[0], online: rates.online.numerator[0] }
      const point =
        part === 'inService' || part === 'online'
          ? service[part]
          : rate
            ? rate.numerator[0]
            : stack.series.find(({ name }) => name === part)?.data[0]
      const list = await caller.charts.dayDevices({ ...filter, day, part, size: 1_000 })
      expect([list.totalCount, list.data.length], part).toEqual([point, point])
    }
  }
}, 120_000)

test('the days behind the point of a month add up to the point, and each of them to its devices', async () => {
  const { db } = database
  const { site, baseManager } = await place()
  for (const [index, state] of (['normal', 'normal', 'offline', 'lost'] as const).entries()) {
    const device = await buildDevice(db, { site_id: site.id })
    for (const date of ['2026-11-18', '2026-11-19', day].slice(index % 3))
      await buildDaily(db, device, date, { state, reported: true, ever_reported: true, compliant: state === 'normal' })
  }
  const asked = {
    siteId: site.id,
    basis: 'allOwned' as const,
    businessDateQuery: ['2026-11-17', day] as [string, string],
  }
  const byMonth = await baseManager.charts.history({ ...asked, reservePeriod: 'month' })
  const byDay = await baseManager.charts.history(asked)
  for (const part of dayParts.filter((one) => one !== 'inService' && one !== 'online')) {
    const { days, total, of, average } = monthOf(byDay, part)
    const rate = Object.values(byMonth.rates).find(({ name }) => `${name}Rate` === part)
    const bar = byMonth.stack.series.find(({ name }) => name === part)
    expect(rate ? [total, of] : [average], part).toEqual(
      rate ? [rate.numerator[0], rate.denominator[0]] : [bar?.data[0]],
    )
    for (const one of days)
      expect((await baseManager.charts.dayDevices({ siteId: site.id, day: one.day, part })).totalCount, part).toBe(
        one.count ?? 0,
      )
  }
})

test('the days behind a month of machine types average to its point, and each of them leads to as many devices', async () => {
  const { db } = database
  const { site, baseManager } = await place()
  for (const [index, state] of (['normal', 'warn', 'offline', 'repairing', 'normal', 'offline'] as const).entries()) {
    const device = await buildDevice(db, { site_id: site.id, type: index < 4 ? 'T30' : 'T20' })
    for (const date of ['2026-11-18', '2026-11-19', day].slice(index % 3))
      await buildDaily(db, device, date, { state, reported: index !== 4, ever_reported: true })
  }
  const businessDateQuery = ['2026-11-17', day] as [string, string]
  for (const [part, series] of [
    ['inService', await baseManager.machines.bar({ businessDateQuery })],
    ['online', await baseManager.machines.line({ businessDateQuery })],
  ] as const) {
    expect(series.map(({ machineName }) => machineName)).toEqual(['T30', 'T20'])
    for (const { machineName, totalNumber } of series) {
      const type = machineName as 'T30' | 'T20'
      const { days, average } = monthOf(await baseManager.charts.history({ type, businessDateQuery }), part)
      expect(average, `${part} ${type}`).toBe(totalNumber[0])
      for (const one of days)
        expect((await baseManager.charts.dayDevices({ type, day: one.day, part })).totalCount, part).toBe(
          one.count ?? 0,
        )
    }
  }
})

test('a change says from what, to what, why and by whom; staff names are for the staff', async () => {
  const { db } = database
  const { site, client, account, person, baseManager, ofClient, elsewhere } = await place()
  const device = await buildDevice(db, {
    site_id: site.id,
    client_id: client.id,
    account_id: account.id,
    state: 'repairing',
  })
  await buildDaily(db, device, day)
  const event = (from: DeviceState, to: DeviceState, at: string) => ({
    company_id: device.company_id,
    device_id: device.id,
    from_state: from,
    to_state: to,
    cause: 'repairOut' as const,
    user_id: person.id,
    note: '风扇',
    at,
  })
  // 01:00 in Shanghai on the 20th, and an hour before that day.
  await db
    .insertInto('device_event')
    .values([event('offline', 'repairing', '2026-11-19T17:00:00Z'), event('normal', 'offline', '2026-11-19T15:00:00Z')])
    .execute()
  const asked = { start: day, end: day }
  const changed = {
    deviceId: device.id,
    serial: device.serial,
    from: 'offline',
    to: 'repairing',
    cause: 'repairOut',
    site: '一站',
    by: '周海东',
    note: '风扇',
  }
  for (const filter of [{}, { siteId: site.id }, { clientId: client.id }, { state: 'repairing' as const }])
    expect(await baseManager.charts.dayChanges({ ...asked, ...filter })).toMatchObject({
      totalCount: 1,
      data: [changed],
    })
  expect((await baseManager.charts.dayChanges({ ...asked, state: 'lost' })).totalCount).toBe(0)
  expect(await ofClient.charts.dayChanges(asked)).toMatchObject({
    totalCount: 1,
    data: [{ ...changed, by: null, note: null }],
  })
  expect((await elsewhere.charts.dayChanges(asked)).totalCount).toBe(0)
  const listed = await baseManager.charts.dayDevices({ day, part: 'repairing' })
  expect(listed.data).toMatchObject([
    { serial: device.serial, change: { from: 'offline', to: 'repairing', by: '周海东' } },
  ])
})

test('what a feed changed counts as changes of its day until it is undone; neither then counts, nor the way back', async () => {
  const { db } = database
  const { site, person } = await place()
  await buildDaily(
    db,
    await buildDevice(db, {
      site_id: site.id,
      serial: 'A1',
      state: 'normal',
      last_report_at: new Date('2026-11-20T03:00:00Z'),
    }),
    day,
  )
  const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
  const caller = buildCaller(db, {
    viewer: await viewerOf(db, person),
    services: { jobs },
    config: database.url === null ? {} : { DATABASE_URL: database.url },
  })
  const told = async () => {
    const { totalCount, data } = await caller.charts.dayChanges({ start: day, end: day })
    const { data: devices } = await caller.charts.dayDevices({ day, part: 'offlineRate' })
    return {
      totalCount,
      changes: data.map(({ from, to, cause }) => `${from}>${to} ${cause}`),
      devices: devices.map(({ change }) => change?.to),
    }
  }
  await caller.feeds.update({ devices: [lineOf('A1', { hashRate: 12 })] })
  const stands = { totalCount: 1, changes: ['normal>low feed'], devices: [] }
  expect(await told()).toEqual(stands)
  const { batchId } = await caller.feeds.update({ devices: [lineOf('A1', { hashRate: 0, activeWorkerState: 'no' })] })
  expect(await told()).toEqual({
    totalCount: 2,
    changes: ['low>offline feed', 'normal>low feed'],
    devices: ['offline'],
  })
  await caller.feeds.undo({ id: batchId ?? 0 })
  expect(await told()).toEqual(stands)
  expect((await caller.charts.dayDevices({ day, part: 'low' })).data).toMatchObject([
    { change: { from: 'normal', to: 'low' } },
  ])
  await jobs.close()
})

test('a device that moved today stays with its former owner on the charts and the lists of yesterday', async () => {
  const { db } = database
  const { site, client, account, manager } = await place()
  const device = await buildDevice(db, { site_id: site.id, client_id: client.id, account_id: account.id })
  await buildDaily(db, device, day)
  const heir = await buildClient(db, { company_id: device.company_id })
  const next = await buildAccount(db, { client_id: heir.id })
  await db.updateTable('device').set({ client_id: heir.id, account_id: next.id }).where('id', '=', device.id).execute()
  expect((await manager.charts.dayDevices({ day, part: 'normal', clientId: client.id })).data).toMatchObject([
    { deviceId: device.id, client: client.name },
  ])
  expect((await manager.charts.dayDevices({ day, part: 'normal', clientId: heir.id })).totalCount).toBe(0)
})

test('what changed on a day is told with the owners of that day: nobody reads who has his former machines now', async () => {
  const { db } = database
  const { site, base, client, account, manager, ofClient } = await place()
  const device = await buildDevice(db, { site_id: site.id, client_id: client.id, account_id: account.id })
  await buildDaily(db, device, day)
  const noon = new Date(`${day}T04:00:00Z`)
  const change = {
    device_id: device.id,
    company_id: device.company_id,
    from_state: 'low' as const,
    to_state: 'normal' as const,
    cause: 'feed' as const,
    at: noon,
  }
  await db.insertInto('device_event').values(change).execute()
  const heir = await buildClient(db, { company_id: device.company_id })
  const next = await buildAccount(db, { client_id: heir.id })
  const elsewhere = await buildSite(db, { tenant: base })
  await db
    .updateTable('device')
    .set({ client_id: heir.id, account_id: next.id, site_id: elsewhere.id })
    .where('id', '=', device.id)
    .execute()
  for (const caller of [manager, ofClient]) {
    const { data } = await caller.charts.dayChanges({ start: day, end: day })
    expect(data).toMatchObject([{ deviceId: device.id, site: site.name, client: client.name, account: account.name }])
  }
})

test('the coverage of the business date names the sites that lack a file, to their own staff alone', async () => {
  const { db } = database
  const { site, base, baseManager, ofClient, elsewhere } = await place()
  const device = await buildDevice(db, { site_id: site.id })
  await buildDaily(db, device, day)
  await db
    .insertInto('import_coverage')
    .values([
      {
        business_date: day,
        site_id: site.id,
        company_id: base.id,
        expected: 18,
        reported: 0,
        status: 'missing',
        batch_id: null,
      },
      {
        business_date: day,
        site_id: base.id,
        company_id: base.id,
        expected: 412,
        reported: 412,
        status: 'complete',
        batch_id: null,
      },
    ])
    .execute()
  expect(await baseManager.charts.coverage()).toMatchObject({
    date: day,
    expected: 430,
    reported: 412,
    sites: [{ site: '一站', status: 'missing' }, {}],
  })
  expect(await ofClient.charts.coverage()).toBeNull()
  expect(await elsewhere.charts.coverage()).toBeNull()
})
