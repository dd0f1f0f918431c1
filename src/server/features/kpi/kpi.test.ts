import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceStates } from '#shared/devices.ts'
import { ExceptionRows, groupOrders } from '#shared/kpi.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { explain } from '#tests/support/explain.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'
import { useKpiCompanies } from '#tests/support/kpi-companies.ts'

const { baseOf, made, callerAs, today, database } = useKpiCompanies()

test('Return the same basic figures as the lists, and company rows that add up', async () => {
  const [base, manager] = [await baseOf(made.east), await callerAs()]
  const basic = await base.kpi.basic({ companyId: made.east.id })
  const paging = { page: 1, size: 1, companyId: made.east.id }
  expect(basic).toEqual({
    companyId: made.east.id,
    company: '华东基地',
    devices: (await base.devices.find(paging)).totalCount,
    sites: (await base.sites.find(paging)).totalCount,
    clients: (await base.clients.find(paging)).totalCount,
    accounts: (await base.accounts.find(paging)).totalCount,
    users: (await base.users.find(paging)).totalCount,
    stations: (await base.stations.find(paging)).totalCount,
    reports: (await base.reports.find(paging)).totalCount,
    certificates: 4,
    traces: 4,
  })
  expect(basic.devices).toBe(5)
  expect(await base.kpi.basic({ companyId: made.site.id })).toMatchObject({
    devices: 4,
    reports: 1,
    certificates: 1,
    traces: 1,
  })
  const rows = await base.kpi.byCompany({ companyId: made.east.id })
  expect(rows.map(({ id, total, normal, warn, onlineRate }) => [id, total, normal, warn, onlineRate])).toEqual([
    [made.east.id, 5, 2, 1, 75],
    [made.site.id, 4, 2, 0, 66.66],
  ])
  for (const row of rows) expect(deviceStates.reduce((sum, state) => sum + row[state], 0)).toBe(row.total)
  const all = await manager.kpi.byCompany({ companyId: made.headquarters.id })
  expect(all.map(({ id, total }) => [id, total])).toEqual([
    [made.headquarters.id, 6],
    [made.east.id, 5],
    [made.west.id, 1],
    [made.site.id, 4],
  ])
})

test('Rank stations by reviewed devices or reports, price methods, and count certificates by month', async () => {
  const base = await baseOf(made.east)
  const top = await base.kpi.topGroups({ companyId: made.east.id, rows: 5 })
  expect(top).toMatchObject({ provinces: ['一号工位', '二号工位'], counts: [2, 0] })
  expect(top.groups[0]).toEqual({
    id: made.stationId,
    name: '一号工位',
    companyId: made.east.id,
    company: '华东基地',
    users: 2,
    devices: 2,
    reports: 2,
  })
  expect(await base.kpi.topGroups({ companyId: made.east.id, rows: 1, by: 'reports' })).toMatchObject({
    provinces: ['一号工位'],
    counts: [2],
  })
  const measures = await base.kpi.byMeasures({ companyId: made.east.id, days: 7 })
  expect(measures).toMatchObject({
    start: '2026-11-14',
    end: today,
    methods: [
      { checkMethod: '水压试验', count: 2, cashAmount: 120.1, differs: false, total: 240.2 },
      { checkMethod: '外观检查', count: 1, cashAmount: 0.35, differs: false, total: 0.35 },
    ],
    count: 3,
    total: 240.55,
    unpriced: 0,
  })
  const months = await base.kpi.certificates({ companyId: made.east.id, months: 2 })
  expect(months).toEqual({ xAxisData: ['2026-10', '2026-11'], data: [1, 3], total: 4 })
  expect((await base.kpi.basic({ companyId: made.east.id })).certificates).toBe(
    (await base.kpi.certificates({ companyId: made.east.id })).total,
  )
})

test('List as many rows as each bar counts, for headquarters, a base and a site', async () => {
  const [manager, base, size] = [await callerAs(), await baseOf(made.east), 1_000]
  for (const [{ kpi }, companyId] of [
    [manager, made.headquarters.id] as const,
    [base, made.east.id] as const,
    [base, made.site.id] as const,
  ]) {
    for (const by of groupOrders)
      for (const { id, ...group } of (await kpi.topGroups({ companyId, rows: 100, by })).groups) {
        const { totalCount, data } = await kpi.stationRows({ companyId, stationId: id, by, size })
        expect([totalCount, new Set(data.map((row) => row.id)).size], `${by} ${companyId}`).toEqual([
          group[by],
          group[by],
        ])
      }
    const { xAxisData, data } = await kpi.certificates({ companyId })
    const months = await Promise.all(xAxisData.map((month) => kpi.certificateRows({ companyId, month, size })))
    expect(months.map(({ totalCount }) => totalCount)).toEqual(data)
    expect(months.flatMap((month) => month.data).every(({ what, at }) => what === '2' && at !== null)).toBe(true)
  }
  await expect(
    (await baseOf(made.west)).kpi.stationRows({ companyId: made.west.id, stationId: made.stationId, by: 'users' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('Count measurements outside their limits by day, list their rows, and audit the reader', async () => {
  const base = await baseOf(made.east)
  const series = await base.kpi.exceptions({ companyId: made.east.id, days: 3 })
  expect(series).toEqual({
    xAxisData: ['2026-11-18', '2026-11-19', '2026-11-20'],
    series: [
      { name: 'bloodPressure', data: [0, 0, 1] },
      { name: 'fastingBloodSugar', data: [0, 1, 0] },
      { name: 'bmi', data: [0, 0, 1] },
    ],
    data: [0, 1, 1],
    measured: [0, 1, 2],
  })
  const rows = await base.kpi.exceptionRows({ companyId: made.east.id, days: 3 })
  expect(rows.totalCount).toBe(series.data.reduce((sum, count) => sum + count, 0))
  expect(rows.data.map(({ exceptions }) => exceptions)).toEqual([['bloodPressure', 'bmi'], ['fastingBloodSugar']])
  expect((await base.kpi.exceptionRows({ companyId: made.east.id, date: '2026-11-19' })).data).toMatchObject([
    { fastingBloodSugar: 7.5, name: '张三' },
  ])
  expect((await base.kpi.exceptionRows({ companyId: made.east.id, kind: 'bmi' })).totalCount).toBe(1)
  expect(ExceptionRows.parse({ companyId: made.east.id }).days).toBe(7)
  expect((await base.kpi.exceptions({ companyId: made.site.id, days: 3 })).data).toEqual([0, 1, 0])
  expect((await base.kpi.byMeasures({ companyId: made.east.id, days: 3 })).measurements).toEqual([
    { kind: 'bloodPressure', measured: 2, exceptions: 1 },
    { kind: 'fastingBloodSugar', measured: 2, exceptions: 1 },
    { kind: 'bmi', measured: 1, exceptions: 1 },
  ])
  const log = await auditEntries(database.db, 'kpi.exceptionRows', ['result', 'details'])
  expect(log[0]).toEqual({ result: 'read', details: { traces: 2, testees: 2 } })
})

test('Refuse every figure of another base like a missing one, and rankings to owners of machines', async () => {
  const base = await baseOf(made.east)
  const calls = (companyId: number) => [
    () => base.kpi.basic({ companyId }),
    () => base.kpi.byCompany({ companyId }),
    () => base.kpi.topGroups({ companyId, rows: 5 }),
    () => base.kpi.byMeasures({ companyId, days: 7 }),
    () => base.kpi.exceptions({ companyId, days: 7 }),
    () => base.kpi.exceptionRows({ companyId }),
    () => base.kpi.certificates({ companyId }),
    () => base.kpi.stationRows({ companyId, stationId: made.stationId, by: 'devices' }),
    () => base.kpi.certificateRows({ companyId, month: '2026-11' }),
  ]
  const answersOf = async (companyId: number) => {
    const answers = await Promise.allSettled(calls(companyId).map((call) => call()))
    return answers.map((one) => one.status === 'rejected' && [one.reason.code, one.reason.message])
  }
  const missing = await answersOf(2_000_000_000)
  expect(missing).toEqual(missing.map(() => ['NOT_FOUND', expect.stringMatching(/^数据不存在/)]))
  for (const companyId of [made.west.id, made.headquarters.id]) expect(await answersOf(companyId)).toEqual(missing)
  const registrar = await callerAs({ nick_name: '登记人员', company_id: made.east.id })
  expect((await registrar.kpi.topGroups({ companyId: made.east.id, rows: 5 })).groups).toHaveLength(2)
  await expect(registrar.kpi.basic({ companyId: made.east.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('Show one moment on a wall: totals as in the lists, sums of places, newest warnings', async () => {
  const [base, manager] = [await baseOf(made.east), await callerAs()]
  const wall = await base.cockpits.base()
  expect(wall).toMatchObject({
    date: today,
    company: '华东基地',
    counts: { total: 5, normal: 2, warn: 1, offline: 1, repairing: 1 },
    asOf: '2026-11-20T04:00:00.000Z',
  })
  expect(wall.counts).toEqual(await base.charts.counts({}))
  expect(wall.sites.map(({ name, total, onlineRate }) => [name, total, onlineRate])).toEqual([
    ['苏州站', 4, 66.66],
    ['未分配', 1, 100],
  ])
  expect(wall.provinces.reduce((sum, { total }) => sum + total, 0)).toBe(wall.counts.total)
  expect(wall.rates.online.xAxisData).toHaveLength(30)
  expect(wall.rates.online.data.at(-1)).toBe(75)
  expect(wall.warnings.map(({ state }) => state).sort()).toEqual(['offline', 'warn'])
  const whole = await manager.cockpits.headquarters()
  expect(whole.counts.total).toBe(6)
  expect(whole.bases.map(({ name, total }) => [name, total])).toEqual([
    ['华东基地', 5],
    ['西北基地', 1],
  ])
  await expect(base.cockpits.headquarters()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('Count a machine scrapped before the day on a wall, with its province and site', async () => {
  const empty = await buildCompany(database.db, { name: '空站', super_company_id: made.east.id })
  await buildDevice(database.db, {
    company_id: made.east.id,
    site_id: empty.id,
    client_id: null,
    account_id: null,
    state: 'scrap',
  })
  const wall = await (await baseOf(made.east)).cockpits.base()
  expect(wall.counts).toMatchObject({ total: 6, scrap: 1 })
  for (const places of [wall.provinces, wall.sites]) expect(places.reduce((sum, { total }) => sum + total, 0)).toBe(6)
  expect(wall.sites.find(({ name }) => name === '空站')).toMatchObject({ total: 1, inService: 0, onlineRate: null })
})

test('Rank stations by all devices of a company at once, and say what to narrow where these are too many', async () => {
  const viewer = await buildViewer(database.db, { nick_name: '基地负责人', company_id: made.east.id })
  const rank = (db = database.db) => buildCaller(db, { viewer }).kpi.topGroups({ companyId: made.east.id, rows: 5 })
  expect((await rank()).groups[0]?.devices).toBe(2)
  // Nodes read all of them in any case.
  if (process.env.TEST_CITUS) return
  await database.vacuum(['device'])
  const plans = await explain(database, rank, { byIndexes: true })
  expect(plans.flatMap(({ nodes }) => nodes).join()).toMatch(/Index (Only )?Scan device_(?!check|place)/)
  // As if the base had many more machines: their number decides.
  await sql`update device_place_count set devices = devices + 50000 where company_id = ${made.east.id} and kind = 'site'`.execute(
    database.db,
  )
  expect((await rank()).groups[0]?.devices).toBe(2)
  await sql`with reviewer as (insert into app_user (user_name, name, password_hash, company_id, home_company_id, group_id)
      select 'reviewer' || n, '海', 'none', ${made.east.id}::int, ${made.east.id}::int, ${made.stationId}::int from generate_series(1, 500) n returning id)
    insert into device_check (device_id, user_id) select device.id, reviewer.id from device, reviewer where device.company_id = ${made.east.id}`.execute(
    database.db,
  )
  await expect(rank()).rejects.toMatchObject({
    cause: { code: 'TOO_WIDE' },
    message: expect.stringMatching(/50,?000.*较小的基地或站点/),
  })
})
