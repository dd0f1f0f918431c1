import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import type { NeedKind, Today } from '#shared/today.ts'
import type { TodayRequest } from '#shared/today-request.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildSite,
  buildUser,
  type Company,
} from '#tests/support/factories.ts'

const database = useDatabase()
const now = new Date('2026-11-20T04:00:00Z')
const [yesterday, today] = ['2026-11-19', '2026-11-20']
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

async function town() {
  const { db } = database
  const base = await buildCompany(db)
  const site = await buildSite(db, { tenant: base })
  const client = await buildClient(db, { company_id: base.id })
  const as = async (company: Company, role: string | null, given: { client_id?: number; pending?: boolean } = {}) => {
    const user = await buildUser(db, { company_id: company.id, home_company_id: company.id, nick_name: role, ...given })
    const viewer = await viewerOf(db, user)
    return { user, caller: buildCaller(db, { viewer, now, services: { audit: createAudit() } }) }
  }
  const device = (serial: string, given: Parameters<typeof buildDevice>[1] = {}) =>
    buildDevice(db, {
      company_id: base.id,
      site_id: site.id,
      client_id: client.id,
      serial,
      state: 'normal',
      last_report_at: hoursAgo(1),
      ...given,
    })
  const chief = await as(base, '基地负责人')
  return { db, base, site, client, as, device, chief }
}

const kindsOf = ({ needs }: Today): NeedKind[] => (needs ?? []).map(({ kind }) => kind)
const rowsOf = ({ needs }: Today, wanted: NeedKind) => needs?.find(({ kind }) => kind === wanted)?.rows ?? []

test('Show the change of each state since the end of the known day before, including scrapped machines', async () => {
  const { device, chief } = await town()
  const [one, two, gone, unheard] = [
    await device('A1'),
    await device('A2', { state: 'offline', state_since: hoursAgo(2) }),
    await device('A3', { state: 'scrap' }),
    await device('A4', { state: 'offline', state_since: hoursAgo(2), last_report_at: null }),
  ]
  for (const machine of [one, two, gone]) await buildDaily(database.db, machine, yesterday, { state: 'normal' })
  await buildDaily(database.db, one, today, { state: 'normal' })
  await buildDaily(database.db, two, today, { state: 'offline' })
  await buildDaily(database.db, gone, today, { state: 'scrap' })
  for (const day of [yesterday, today]) await buildDaily(database.db, unheard, day, { state: 'offline' })
  const { fleet } = await chief.caller.today.get()
  expect(fleet?.date).toBe(today)
  expect(fleet?.counts).toMatchObject({ total: 4, normal: 1, offline: 2, scrap: 1 })
  expect(fleet?.change).toMatchObject({
    since: yesterday,
    counts: { total: 0, normal: -2, offline: 1, scrap: 1, warn: 0 },
  })
  expect(fleet?.rate.xAxisData).toHaveLength(30)
  expect(fleet?.rate.data.slice(-2)).toEqual([100, 50])
  expect(fleet?.marks).toEqual([{ day: today, feeds: 0, transfers: 0, fall: 50 }])
  // Two are offline, but only one of them is in the rate: the other one has never reported.
  expect(fleet?.outside).toEqual({ never: 1, noData: 0 })
  expect(fleet?.worst).toMatchObject([{ online: 1, inService: 2, onlineRate: 50, never: 1 }])
})

test('Show warnings older than a day, machines that failed together as one row, acknowledged ones not', async () => {
  const { base, site, client, device, chief } = await town()
  const fallen = { state: 'offline', state_since: hoursAgo(50) } as const
  const [one] = [
    await device('W1', fallen),
    await device('W2', fallen),
    await device('W3', { state: 'warn', state_since: hoursAgo(30) }),
  ]
  await device('W4', { state: 'warn', state_since: hoursAgo(3) })
  const first = await chief.caller.today.get()
  expect(rowsOf(first, 'warning').map(({ name, state, count }) => [name, state, count])).toEqual([
    [null, 'offline', 2],
    ['W3', 'warn', 1],
  ])
  expect(first.needs?.find(({ kind }) => kind === 'warning')).toMatchObject({ total: 3, totalCapped: false })
  expect(rowsOf(first, 'warning')[0]).toMatchObject({
    site: site.name,
    siteId: site.id,
    client: client.name,
    since: hoursAgo(50).toISOString(),
  })
  expect(rowsOf(first, 'warning')[0]?.machines.map(({ serial }) => serial)).toEqual(['W1', 'W2'])

  await chief.caller.devices.attend({ selection: { ids: [one.id] }, acknowledged: true, reason: 'known' })
  expect(rowsOf(await chief.caller.today.get(), 'warning').map(({ name }) => name)).toEqual(['W2', 'W3'])
  expect(base.id).toBeGreaterThan(0)
})

test('Return a kind of work whole on request: rows and total agree', async () => {
  const { device, chief } = await town()
  for (let number = 1; number <= 9; number++)
    await device(`W${number}`, { state: 'warn', state_since: hoursAgo(24 * (number + 1)) })
  const warnings = async (request?: TodayRequest) =>
    (await chief.caller.today.get(request)).needs?.find(({ kind }) => kind === 'warning')
  const [some, whole] = [await warnings(), await warnings({ whole: ['warning', 'repairOut'] })]
  expect([some?.rows.length, some?.total]).toEqual([6, 9])
  expect(whole?.rows.map(({ name }) => name)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => `W${number}`))
  expect(whole?.total).toBe(9)
})

test('Show repairs that take too long, and returned machines until they are online', async () => {
  const { device, chief } = await town()
  const { caller } = chief
  await device('R1')
  await device('R2')
  await caller.repairs.save({ type: '送修', serials: 'R1', notes: 'fan', repairDateStr: '2026-11-01' })
  await caller.repairs.save({ type: '送修', serials: 'R2', notes: 'fan', repairDateStr: '2026-11-15' })
  expect(rowsOf(await caller.today.get(), 'repairOut').map(({ name, since, note }) => [name, since, note])).toEqual([
    ['R1', '2026-11-01', 'fan'],
  ])
  await caller.repairs.save({ type: '送回', serials: 'R1', outcome: 'fixed', repairDateStr: '2026-11-10' })
  const after = await caller.today.get()
  expect(rowsOf(after, 'repairOut')).toEqual([])
  expect(rowsOf(after, 'repairWaiting').map(({ name, state }) => [name, state])).toEqual([['R1', 'repaired']])
})

test('Show a silent site with its last day, and one row for all sites once the day is over', async () => {
  const { db, base, site, device, chief } = await town()
  const other = await buildSite(db, { tenant: base })
  const machine = await device('S1')
  const cover = (day: string, at: number, status: string, reported: number) =>
    sql`insert into import_coverage (business_date, site_id, company_id, expected, reported, status) values (${day}::date, ${at}, ${base.id}, 5, ${reported}, ${status})`.execute(
      db,
    )
  await buildDaily(db, machine, today)
  await cover('2026-11-17', site.id, 'complete', 5)
  await cover(today, site.id, 'missing', 0)
  await cover(today, other.id, 'complete', 5)
  expect(rowsOf(await chief.caller.today.get(), 'siteSilent')).toMatchObject([
    { id: site.id, name: site.name, count: 5, since: '2026-11-17' },
  ])
  const later = buildCaller(db, {
    viewer: await viewerOf(db, chief.user),
    now: new Date('2026-11-22T04:00:00Z'),
    services: { audit: createAudit() },
  })
  expect(rowsOf(await later.today.get(), 'siteSilent')).toMatchObject([{ id: 0, name: null, since: today }])
})

test('Show each role what it may do, and nothing of another base', async () => {
  const { db, base, client, as, device } = await town()
  const elsewhere = await buildCompany(db)
  await buildDevice(db, {
    company_id: elsewhere.id,
    serial: 'X9',
    state: 'warn',
    state_since: hoursAgo(90),
    last_report_at: hoursAgo(90),
  })
  await device('M1', { state: 'warn', state_since: hoursAgo(40) })
  await device('M2', { state: 'warn', state_since: hoursAgo(40), client_id: null })
  await sql`insert into import_coverage (business_date, site_id, company_id, expected, reported, status)
    values (${today}::date, ${(await buildSite(db, { tenant: base })).id}, ${base.id}, 500, 431, 'partial')`.execute(db)
  const newcomer = await as(base, null, { pending: true })
  await as(elsewhere, null, { pending: true })
  const [chief, inspector, registrar, owner, stranger] = [
    await as(base, '基地负责人'),
    await as(base, '检验员'),
    await as(base, '登记人员'),
    await as(base, '客户', { client_id: client.id }),
    await as(elsewhere, '基地负责人'),
  ]
  const answer = await chief.caller.today.get()
  expect(kindsOf(answer)).toEqual(['warning', 'person'])
  expect(rowsOf(answer, 'person').map(({ id }) => id)).toEqual([newcomer.user.id])
  expect(kindsOf(await inspector.caller.today.get())).toEqual(['warning'])
  const received = await registrar.caller.today.get()
  expect([kindsOf(received), received.tankers, received.fleet?.feed]).toEqual([[], { waiting: 0, arrived: 0 }, null])
  const owned = await owner.caller.today.get()
  expect([owned.fleet?.counts.total, rowsOf(owned, 'warning').map(({ name }) => name), owned.tankers]).toEqual([
    1,
    ['M1'],
    null,
  ])
  // Only a site's own staff may see how many machines it has, including those of others.
  expect([owned.fleet?.coverage, JSON.stringify(owned).includes('500')]).toEqual([null, false])
  const foreign = await stranger.caller.today.get()
  expect(rowsOf(foreign, 'warning').map(({ name }) => name)).toEqual(['X9'])
  expect(JSON.stringify(foreign)).not.toContain(base.name)

  const waiting = await newcomer.caller.today.get()
  expect(waiting).toMatchObject({ fleet: null, needs: null, tankers: null, projects: [], projectCount: 0 })
  await newcomer.caller.projects.save({ name: '第一个' })
  const begun = await newcomer.caller.today.get()
  expect([begun.projectCount, begun.projects.map(({ name }) => name)]).toEqual([1, ['第一个']])
})
