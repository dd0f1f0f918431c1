import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayParts } from '#shared/day-lists.ts'
import { deviceStates } from '#shared/devices.ts'
import { monthOf } from '#shared/month-days.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildDaily, buildDevice } from '#tests/support/factories.ts'
import { useWatchedBase } from '#tests/support/watched-base.ts'

const database = useDatabase()
const { place } = useWatchedBase(database)
const day = '2026-11-20'

test('List as many devices behind each point as the point counts, for every reader and filter', async () => {
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

test('Match the days behind the point of a month with the point, and their devices with the days', async () => {
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

test('Match the days behind a month of machine types with its average, and with their devices', async () => {
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

test('Keep a moved device with its former owner in the charts and lists of the day before', async () => {
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

test('Name the sites without a feed in the coverage, only to the staff of the base', async () => {
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
