import { expect, test } from 'vitest'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
  type UserValues,
} from '#tests/support/factories.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { dailySums } from './daily-sums.ts'

const database = useDatabase()
const range: [string, string] = ['2026-11-18', '2026-11-20']

async function twoBases() {
  const { db } = database
  const east = await buildCompany(db)
  const west = await buildCompany(db)
  const site = await buildSite(db, { tenant: east })
  const client = await buildClient(db, { company_id: east.id })
  const account = await buildAccount(db, { client_id: client.id })
  const own = await buildDevice(db, { site_id: site.id, account_id: account.id, client_id: client.id })
  const other = await buildDevice(db, { site_id: east.id, state: 'offline', hash_rate: null, type: 'T20' })
  const foreign = await buildDevice(db, { company_id: west.id, state: 'offline', hash_rate: null })
  await buildDaily(db, own, '2026-11-18')
  await buildDaily(db, other, '2026-11-18', { reported: true })
  await buildDaily(db, own, '2026-11-19', { state: 'offline', compliant: false })
  await buildDaily(db, foreign, '2026-11-20', { reported: true })
  const caller = async (given: UserValues) => buildCallerAs(db, given)
  return {
    east,
    west,
    site,
    client,
    account,
    manager: await caller({ company_id: (await buildHeadquarters(db)).id }),
    baseManager: await caller({ company_id: east.id, nick_name: '基地负责人' }),
    atSite: await caller({ company_id: site.id, nick_name: '检验员' }),
    ofClient: await caller({ company_id: east.id, nick_name: '客户', client_id: client.id }),
  }
}

test("Use the newest day of the caller's own devices as the business date", async () => {
  const { manager, baseManager, ofClient, atSite } = await twoBases()
  expect(await manager.charts.lastDate()).toBe('2026-11-20')
  for (const caller of [baseManager, ofClient, atSite]) expect(await caller.charts.lastDate()).toBe('2026-11-19')
})

test('Return no business date without any day, and end the charts today', async () => {
  const base = await buildCompany(database.db)
  const caller = await buildCallerAs(database.db, { company_id: base.id }, { now: '2026-11-20T20:00:00Z' })
  expect(await caller.charts.lastDate()).toBeNull()
  const { xAxisData, data } = await caller.charts.rate({ rate: 'online' })
  expect(xAxisData).toHaveLength(7)
  // 20:00 UTC is the next morning in Shanghai.
  expect(xAxisData.at(-1)).toBe('2026-11-21')
  expect(data.every((value) => value === null)).toBe(true)
})

test('Show the seven days up to the business date when no range is given', async () => {
  const { baseManager } = await twoBases()
  const { xAxisData, series } = await baseManager.charts.stackedStates({})
  expect(xAxisData).toEqual([
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
  ])
  expect(series.find(({ name }) => name === 'normal')?.data).toEqual([null, null, null, null, null, 1, 0])
})

test('Count the devices of the own base in a rate, and narrow it by place or type', async () => {
  const { baseManager, manager, site, client, account, east } = await twoBases()
  const online = (caller: typeof manager, input: object) =>
    caller.charts.rate({ rate: 'online', businessDateQuery: range, ...input })
  expect(await online(baseManager, {})).toMatchObject({
    name: 'online',
    data: [50, 0, null],
    numerator: [1, 0, null],
    denominator: [2, 1, null],
  })
  expect(await online(manager, {})).toMatchObject({ data: [50, 0, 0] })
  for (const place of [
    { siteId: site.id },
    { clientId: client.id },
    { accountId: account.id },
    { siteId: site.id, clientId: client.id },
    { type: 'T30', companyId: east.id },
  ])
    expect(await online(manager, place)).toMatchObject({ data: [100, 0, null] })
  expect(await online(baseManager, { companyId: east.id, type: 'T20' })).toMatchObject({ data: [0, null, null] })
})

test('Answer alike for a place of another base and one that does not exist', async () => {
  const { baseManager, west } = await twoBases()
  const problems = await Promise.all(
    [
      { companyId: west.id },
      { companyId: 99_999 },
      { siteId: west.id },
      { siteId: 99_999 },
      { clientId: 99_999 },
      { accountId: 99_999 },
    ].map((place) =>
      baseManager.charts.stackedStates(place).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(problems).toEqual(
    ['公司 companyId', '公司 companyId', '站点 siteId', '站点 siteId', '客户 clientId', '子账号 accountId'].map(
      (named) => `数据不存在：${named}`,
    ),
  )
})

test('Read one row per day for a chart of a year', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id, site_id: base.id })
  for (let month = 1; month <= 12; month += 1) await buildDaily(db, device, `2026-${String(month).padStart(2, '0')}-15`)
  await database.vacuum(['daily_scope', 'daily_leaf'])
  const set = territoryOf([base.id])
  const [plan] = await explain(database, (explained) => dailySums(explained, set, '2026-01-01', '2026-12-31'))
  expect(plan?.text).toContain('daily_scope')
  expect(plan?.buffers).toBeLessThan(30)
})
