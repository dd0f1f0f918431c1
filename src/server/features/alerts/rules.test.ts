import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { alertTown, stopped } from '#tests/support/alert-town.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
} from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { useRuleKeepers } from '#tests/support/rule-keepers.ts'
import { giveFirstRules } from './rules.ts'

const database = useDatabase()
const { now, managerOf, callerAs, sentence } = useRuleKeepers(database)

test('Give a base default rules; create, change and delete its own; refuse two for one place', async () => {
  const base = await buildCompany(database.db)
  const site = await buildSite(database.db, { tenant: base })
  await giveFirstRules(database.db, now)
  const { alertRules } = await managerOf(base.id)
  const first = await alertRules.find({})
  expect(first.data.map(({ kind }) => kind)).toEqual([
    'conflict.open',
    'device.away',
    'feed.failed',
    'repair.late',
    'share.low',
    'site.outage',
    'site.silent',
  ])
  expect(first.data.every(({ channelIds, enabled, siteId }) => channelIds === null && enabled && siteId === null)).toBe(
    true,
  )

  const made = await alertRules.save({
    kind: 'site.outage',
    severity: 'warning',
    siteId: site.id,
    machines: 3,
    days: 9,
  })
  await expect(
    alertRules.save({ kind: 'site.outage', severity: 'notice', siteId: site.id, percent: 5 }),
  ).rejects.toEqual(refusal('DUPLICATE'))
  const [own] = (await alertRules.find({ kind: 'site.outage' })).data.filter(({ siteId }) => siteId === site.id)
  // A threshold that the kind does not have is not stored.
  expect(own).toMatchObject({
    id: made.id,
    site: site.name,
    machines: 3,
    percent: null,
    days: null,
    severity: 'warning',
    placeDeleted: false,
  })
  expect(
    await alertRules.save({
      id: made.id,
      rowVersion: 1,
      kind: 'site.outage',
      severity: 'critical',
      siteId: site.id,
      percent: 7,
      enabled: false,
    }),
  ).toEqual({
    id: made.id,
    rowVersion: 2,
  })
  await expect(
    alertRules.save({ id: made.id, rowVersion: 1, kind: 'site.outage', severity: 'notice', percent: 7 }),
  ).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  expect(await alertRules.delete({ id: made.id })).toEqual({ id: made.id })
  await expect(alertRules.delete({ id: made.id })).rejects.toEqual(refusal('NOT_FOUND'))
  for (const { id } of first.data) await alertRules.delete({ id })
  expect((await alertRules.find({})).totalCount).toBe(0)
})

test('Refuse a rule, a preview and a silence of headquarters, and ask for a base', async () => {
  const top = await buildHeadquarters(database.db)
  const base = await buildCompany(database.db, { super_company_id: top.id })
  const { alertRules, silences } = await callerAs({ nick_name: '管理层', company_id: top.id, home_company_id: top.id })
  const rule = { kind: 'site.outage', severity: 'warning', machines: 3 } as const
  const times = { startsAtStr: '2026-11-21 08:00:00', endsAtStr: '2026-11-21 09:00:00', reason: '停电检修' }
  const ways = (companyId?: number) => [
    () => alertRules.preview({ ...rule, companyId }),
    () => alertRules.save({ ...rule, companyId }),
    () => silences.save({ ...times, companyId }),
  ]
  for (const call of [...ways(), ...ways(top.id)]) {
    const error = await call().catch((thrown: unknown) => thrown)
    expect(describeError(error, 'zh').fields).toEqual([
      expect.objectContaining({ field: 'companyId', problem: '请选择一个基地；总部没有自己的设备' }),
    ])
  }
  for (const call of ways(base.id)) await call()
})

test('Explain why a rule without a required threshold, or with a wrong filter, is refused', async () => {
  const base = await buildCompany(database.db)
  const client = await buildClient(database.db, { company_id: base.id })
  const { alertRules } = await managerOf(base.id)
  expect(await sentence(alertRules.save({ kind: 'site.outage', severity: 'critical' }))).toContain(
    '这类规则需要填写此项',
  )
  expect(await sentence(alertRules.save({ kind: 'device.away', severity: 'notice' }))).toContain('这类规则需要填写此项')
  expect(await sentence(alertRules.save({ kind: 'site.silent', severity: 'critical', byTime: '24:00' }))).toContain(
    '应为 00:00 到 23:59 的时刻',
  )
  expect(await sentence(alertRules.save({ kind: 'feed.failed', severity: 'warning', clientId: client.id }))).toContain(
    '不能按客户、子账号或类型限定',
  )
})

test('Answer NOT_FOUND for rules, silences and places of another base', async () => {
  const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
  const westSite = await buildSite(database.db, { tenant: west })
  const [mine, theirs] = [await managerOf(east.id), await managerOf(west.id)]
  const rule = await theirs.alertRules.save({ kind: 'share.low', severity: 'notice', percent: 3, siteId: westSite.id })
  const silence = await theirs.silences.save({ weekdays: [1], startTime: '02:00', minutes: 60, reason: '检修' })
  const missing = refusal('NOT_FOUND')
  await expect(
    mine.alertRules.save({ id: rule.id, kind: 'share.low', severity: 'notice', percent: 3 }),
  ).rejects.toEqual(missing)
  await expect(mine.alertRules.delete({ id: rule.id })).rejects.toEqual(missing)
  await expect(
    mine.alertRules.save({ kind: 'share.low', severity: 'notice', percent: 3, siteId: westSite.id }),
  ).rejects.toEqual(missing)
  await expect(
    mine.alertRules.preview({ kind: 'share.low', severity: 'notice', percent: 3, siteId: westSite.id }),
  ).rejects.toEqual(missing)
  await expect(
    mine.silences.save({ id: silence.id, weekdays: [1], startTime: '02:00', minutes: 60, reason: 'x' }),
  ).rejects.toEqual(missing)
  await expect(mine.silences.delete({ id: silence.id })).rejects.toEqual(missing)
  expect((await mine.silences.find({})).totalCount).toBe(0)
  // A caller who sees only one site cannot set a silence for the whole base.
  const site = await managerOf(westSite.id)
  await expect(
    site.silences.save({ weekdays: [1], startTime: '02:00', minutes: 60, reason: '检修', companyId: west.id }),
  ).rejects.toEqual(missing)
})

test('Save a silence once or weekly, across a change of the clock, and end it by hand', async () => {
  const base = await buildCompany(database.db)
  const { silences } = await managerOf(base.id, { TZ_BUSINESS: 'Europe/Berlin' })
  const once = { startsAtStr: '2026-10-25 01:00', endsAtStr: '2026-10-25 04:00', reason: '检修' }
  await silences.save(once)
  const stored = await sql<{
    hours: number
  }>`select extract(epoch from ends_at - starts_at)::int / 3600 as hours from silence`.execute(database.db)
  // The night in which clocks are set back has one more hour.
  expect(stored.rows).toEqual([{ hours: 4 }])
  expect(await sentence(silences.save({ ...once, endsAtStr: '2026-10-25 00:30' }))).toContain(
    '结束日期不能早于开始日期',
  )
  await expect(
    silences.save({ startsAtStr: '2026-03-29 02:30', endsAtStr: '2026-03-29 03:00', reason: '检修' }),
  ).rejects.toMatchObject({
    cause: { code: 'VALIDATION' },
  })
  expect(await sentence(silences.save({ reason: '检修' }))).toContain('请填写起止时间')
  await expect(silences.save({ weekdays: [8], startTime: '02:00', minutes: 60, reason: '检修' })).rejects.toThrow()
  const weekly = await silences.save({ weekdays: [7, 1, 7], startTime: '22:00', minutes: 480, reason: '每周' })
  expect((await silences.find({})).data).toMatchObject([
    { id: weekly.id, weekdays: [1, 7], startTime: '22:00', minutes: 480, startsAtStr: null, active: false },
  ])
  expect((await silences.find({ withPast: true })).totalCount).toBe(2)
  await silences.delete({ id: weekly.id })
  expect((await silences.find({})).totalCount).toBe(0)
})

test('Preview as many messages for a rule as its events really sent', async () => {
  const made = await alertTown(database)
  const manager = await managerOf(made.tenant.id)
  await made.feed(made.lines(100))
  for (const machines of [30, 0, 50, 0]) {
    made.pass(60)
    await made.feed(made.lines(100).map((line, index) => (index < machines ? { ...line, ...stopped } : line)))
  }
  const told = (await made.notices()).filter((notice) => notice.startsWith('site.outage')).length
  expect(told).toBe(4)
  const later = await buildCallerAs(
    database.db,
    { nick_name: '基地负责人', company_id: made.tenant.id },
    { now: made.now() },
  )
  const preview = (percent: number) =>
    later.alertRules.preview({ kind: 'site.outage', severity: 'critical', machines: 10, percent })
  expect(await preview(20)).toEqual({
    days: 30,
    events: 2,
    messages: told,
    busiestDay: { day: '2026-11-20', messages: told },
    exact: true,
  })
  expect(await preview(40)).toMatchObject({ events: 1, messages: 2 })
  expect(await preview(60)).toMatchObject({ events: 0, messages: 0, busiestDay: null })
  for (const rule of [
    { kind: 'share.low', percent: 5 },
    { kind: 'site.silent', byTime: '09:00' },
    { kind: 'feed.failed' },
    { kind: 'device.away', days: 1 },
    { kind: 'repair.late', days: 1 },
    { kind: 'conflict.open', hours: 1 },
  ] as const)
    expect(await manager.alertRules.preview({ severity: 'notice', ...rule }), rule.kind).toMatchObject({ days: 30 })
  const client = await later.alertRules.preview({
    kind: 'site.outage',
    severity: 'critical',
    percent: 20,
    clientId: made.client.id,
  })
  expect(client.exact).toBe(false)
  // The days before the first batch with transitions come from the day figures.
  for (let index = 0; index < 20; index += 1) {
    const device = await buildDevice(database.db, {
      company_id: made.tenant.id,
      site_id: made.site.id,
      client_id: made.client.id,
    })
    for (const [day, machines] of [
      ['2026-11-04', 0],
      ['2026-11-05', 15],
      ['2026-11-06', 0],
    ] as const)
      await buildDaily(database.db, device, day, {
        state: index < machines ? 'offline' : 'normal',
        ever_reported: true,
      })
  }
  expect(await preview(20)).toMatchObject({ events: 3, exact: false })
})
