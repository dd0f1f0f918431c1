import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bases, rates } from '#shared/charts.ts'
import { addDays, daysBetween } from '#shared/dates.ts'
import type { FilePart } from '#shared/files.ts'
import { buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildDaily, buildDevice, buildSite } from '#tests/support/factories.ts'
import { pagesOfPdf } from '#tests/support/pdf-text.ts'
import { useStatementHistory } from '#tests/support/statement-history.ts'
import { cover } from './cover.ts'
import { createPaper } from './paper.ts'
import { readStatement } from './statement.ts'

const database = useDatabase()
const { history, month, reports } = useStatementHistory(database)

test('Match a statement with the charts, and balance its gained and lost machines', async () => {
  const { owners, base, own, context, caller, devices } = await history()
  const { places } = context(base).services
  for (const viewer of [base, own]) {
    const reach = viewer === base ? ('company' as const) : ('client' as const)
    const ctx = { ...context(viewer), viewer, reach, scope: await places.scopeOf(viewer, reach) }
    for (const basis of bases) {
      const [id] = owners.map((owner) => owner.id)
      const statement = await readStatement(ctx, { id: id ?? 0, month, basis })
      const body = { clientId: id, basis, businessDateQuery: [`${month}-01`, `${month}-31`] as [string, string] }
      for (const rate of rates) {
        expect(statement.rates[rate]).toEqual(
          await caller(viewer).charts.rate({ ...body, rate, reservePeriod: 'month' }),
        )
        expect(statement.daily[rate]).toEqual(await caller(viewer).charts.rate({ ...body, rate, reservePeriod: 'day' }))
      }
      expect(statement.states).toEqual(await caller(viewer).charts.stackedStates({ ...body, reservePeriod: 'month' }))
      expect(statement.days.map(({ day }) => day)).not.toContain('2026-10-10')
      const { changes } = statement
      if (!changes) throw new Error('nothing to compare')
      expect(changes.opening.count + changes.gained.count - changes.left.count - changes.scrapped.count).toBe(
        changes.closing.count,
      )
      expect(changes.opening.day).toBe('2026-09-30')
    }
  }
  // Changes of today do not affect a past month.
  const [first, second] = owners
  const ctx = {
    ...context(base),
    viewer: base,
    reach: 'company' as const,
    scope: await places.scopeOf(base, 'company'),
  }
  const before = await readStatement(ctx, { id: first.id, month, basis: 'inService' })
  await database.db
    .updateTable('device')
    .set({ client_id: second.id })
    .where(
      'id',
      'in',
      devices.map(({ id }) => id),
    )
    .execute()
  expect(await readStatement(ctx, { id: first.id, month, basis: 'inService' })).toEqual(before)
}, 60_000)

test('Open or close with no machines for a client who comes or leaves within the month', async () => {
  const { db } = database
  const site = await buildSite(db)
  const [coming, leaving] = [
    await buildClient(db, { company_id: site.tenant_id }),
    await buildClient(db, { company_id: site.tenant_id, name: '乙公司' }),
  ]
  const place = { company_id: site.tenant_id, site_id: site.id, account_id: null }
  const moved = await buildDevice(db, { ...place, client_id: coming.id, serial: 'MOVED' })
  const fresh = await buildDevice(db, { ...place, client_id: coming.id, serial: 'FRESH' })
  for (const day of daysBetween('2026-09-29', '2026-10-31')) {
    await buildDaily(db, moved, day, { client_id: day < '2026-10-15' ? leaving.id : coming.id, state: 'normal' })
    if (day >= '2026-10-20') await buildDaily(db, fresh, day, { client_id: coming.id, state: 'normal' })
  }
  const viewer = await buildViewer(db, {
    company_id: site.tenant_id,
    home_company_id: site.tenant_id,
    nick_name: '基地负责人',
  })
  const ctx = {
    ...buildContext(db, { viewer, now: '2026-11-20T04:00:00Z', services: { reports } }),
    viewer,
    reach: 'company' as const,
  }
  const whole = { ...ctx, scope: await ctx.services.places.scopeOf(viewer, 'company') }
  const changesOf = async (id: number) => (await readStatement(whole, { id, month, basis: 'inService' })).changes
  expect(await changesOf(coming.id)).toMatchObject({
    opening: { day: '2026-09-30', count: 0 },
    closing: { day: '2026-10-31', count: 2 },
    gained: {
      count: 2,
      moves: [
        { date: '2026-10-15', other: { zh: '乙公司', en: '乙公司' }, serials: ['MOVED'] },
        { date: '2026-10-20', other: 'new', serials: ['FRESH'] },
      ],
    },
    left: { count: 0 },
  })
  expect(await changesOf(leaving.id)).toMatchObject({
    opening: { day: '2026-09-30', count: 1 },
    closing: { day: '2026-10-31', count: 0 },
    gained: { count: 0 },
    left: { count: 1, moves: [{ date: '2026-10-15', serials: ['MOVED'] }] },
  })
})

test('Print a statement in both languages, with the days without data and every repair', async () => {
  const { owners, devices, site, base, own, context, caller } = await history()
  const [device] = devices
  const [owner, other] = owners
  if (!device) throw new Error('no device')
  const record = {
    company_id: site.tenant_id,
    device_id: device.id,
    device_serial: device.serial,
    site_id: site.id,
    client_id: owner.id,
  }
  const sent = await database.db
    .insertInto('repair_daily')
    .values({ ...record, type: '送修', repair_date: '2026-09-29', notes: '风扇', closed: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('repair_daily')
    .values({ ...record, type: '送回', repair_date: '2026-10-05', outcome: 'fixed', opened_by_id: sent.id })
    .execute()
  for (const reported of [true, null]) {
    const neighbour = await buildDevice(database.db, {
      company_id: site.tenant_id,
      site_id: site.id,
      account_id: null,
      client_id: owner.id,
    })
    await buildDaily(database.db, neighbour, '2026-10-20', {
      client_id: owner.id,
      state: 'normal',
      reported,
      ever_reported: true,
    })
  }
  // Lost in repair at 01:00 on 1 October in the business time zone, which is still September in UTC.
  const lost = {
    ...record,
    type: '送修' as const,
    repair_date: '2026-09-20',
    closed: true,
    outcome: 'lost' as const,
    device_serial: 'LOST-IN-REPAIR',
  }
  await database.db
    .insertInto('repair_daily')
    .values({ ...lost, update_time: new Date('2026-09-30T17:00:00Z') })
    .execute()
  const parts: FilePart[] = []
  for await (const part of await caller().clients.statement({ id: owner.id, month })) parts.push(part)
  expect(parts[0]).toEqual({ fileName: `设备月度对账单-甲公司-${month}.pdf`, contentType: 'application/pdf' })
  const bytes = Buffer.concat(parts.flatMap((part) => ('base64' in part ? [Buffer.from(part.base64, 'base64')] : [])))
  const text = (await pagesOfPdf(bytes)).join('\n')
  if (process.env.STATEMENT_FILE) await writeFile(process.env.STATEMENT_FILE, bytes)
  const wanted = [
    '设备月度对账单',
    'Monthly statement of devices',
    '甲公司',
    month,
    'Asia/Shanghai',
    '2026-11-20 12:00:00',
    '2026-10-11',
    device.serial,
  ]
  for (const each of [...wanted, 'device-days', '台·日', '2026-10-05', 'Fixed', '1 / '])
    expect(text.replace(/\s+/g, ' ')).toContain(each)
  expect(text).toContain('LOST-IN-REPAIR')
  // On such a day the four states add up to more than the denominator. The page lists these days with the number of
  // machines.
  const ctx = {
    ...context(base),
    viewer: base,
    reach: 'company' as const,
    scope: await context(base).services.places.scopeOf(base, 'company'),
  }
  const statement = await readStatement(ctx, { id: owner.id, month, basis: 'inService' })
  const partial = statement.days.filter((day) => day.unknown > 0 && day.in_service > 0)
  expect(partial.map(({ day }) => day)).toContain('2026-10-20')
  for (const { day, unknown, in_service, normal, low, warn, offline } of partial) {
    expect(normal + low + warn + offline).toBeGreaterThanOrEqual(in_service + unknown)
    expect(text.replace(/\s+/g, ' ')).toContain(`${day} (${unknown})`)
  }
  // The statement of a sub-account says that it covers only a part of the client's machines.
  const covers = (account: string | null) => JSON.stringify(cover(createPaper(), { ...statement, account, places: [] }))
  expect(covers(null)).toContain('该客户的全部设备')
  expect(covers('chenxi-01')).toContain('仅该子账号的设备')
  expect(covers('chenxi-01')).not.toContain('该客户的全部设备')
  await expect(caller(own).clients.statement({ id: other.id, month })).rejects.toMatchObject({
    cause: { code: 'NOT_FOUND' },
  })
  await expect(
    caller(base).clients.statement({ id: owner.id, month: addDays('2026-11-30', 40).slice(0, 7) }),
  ).rejects.toMatchObject({
    cause: { code: 'VALIDATION' },
  })
  await expect(caller(base).clients.statement({ id: owner.id, month: '2026-13' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
}, 60_000)
