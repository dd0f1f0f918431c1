import { describe, expect, test } from 'vitest'
import { useAbsentMachines } from '#tests/support/absent-machines.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'
import { countsOf, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const { town } = useAbsentMachines(database)

describe('Machines in custody', () => {
  test('Keep the state of machines under repair that report a hash rate, with one open conflict each', async () => {
    const made = await town()
    const device = await made.device('A1', { state: 'repairing' })
    await made.device('A2', { state: 'lost' })
    await made.device('A3', { state: 'repairing' })
    const request = { devices: [lineOf('A1'), lineOf('A2'), lineOf('A3', { hashRate: 0 })] }
    const result = await made.apply(request)
    expect(result).toMatchObject({
      conflict: 2,
      refused: 0,
      read: 3,
      errors: [
        { line: 1, reason: 'custodyReports' },
        { line: 2, reason: 'lostReports' },
      ],
      errorCount: 2,
    })
    expect(await made.apply(request)).toMatchObject({ conflict: 2 })
    expect(await made.stateOf('A1')).toBe('repairing')
    const queue = await database.db.selectFrom('feed_conflict').selectAll().orderBy('id').execute()
    expect(queue).toMatchObject([
      { device_id: device.id, reason: 'custodyReports', telemetry: { hashRate: 30 } },
      { reason: 'lostReports' },
    ])
    expect(await countsOf(database.db, made.tenant.id, made.today)).toEqual({
      live: { repairing: 2, lost: 1 },
      daily: { repairing: 2, lost: 1 },
    })
  })

  test('Refuse the line of a scrapped machine', async () => {
    const made = await town()
    await made.device('A1', { state: 'scrap' })
    const result = await made.apply({ devices: [lineOf('A1')] })
    expect(result.errors).toEqual([{ line: 1, serial: 'A1', reason: 'scrapped', text: '设备已报废，不再接受更新' }])
    expect(await made.stateOf('A1')).toBe('scrap')
  })

  test('Bring a repaired machine back online by a report after its return, and end its repair', async () => {
    const made = await town()
    const device = await made.device('A1', { state: 'repaired' })
    const since = { state: 'repaired', state_since: new Date() } as const
    await made.device('A2', since)
    await made.device('A3', { state: 'repaired' })
    const repair = { company_id: made.tenant.id, device_id: device.id, device_serial: 'A1', repair_date: made.today }
    await database.db
      .insertInto('repair_daily')
      .values({ ...repair, type: '送回', outcome: 'fixed', closed: true })
      .execute()
    const reportedAt = new Date(Date.now() - 60_000).toISOString()
    const result = await made.apply({
      devices: [lineOf('A1', { reportedAt }), lineOf('A2', { reportedAt }), lineOf('A3', { reportedAt, hashRate: 0 })],
      businessDate: made.today,
    })
    expect(result.transitions).toEqual([{ from: 'repaired', to: 'normal', count: 1 }])
    expect([await made.stateOf('A2'), await made.stateOf('A3')]).toEqual(['repaired', 'repaired'])
    const record = await database.db.selectFrom('repair_daily').select('back_online_at').executeTakeFirstOrThrow()
    expect(record.back_online_at?.toISOString()).toBe(reportedAt)
  })
})

describe('Machines that a feed does not name', () => {
  test('Set absent machines offline when at least half of their site reported', async () => {
    const made = await town()
    await made.device('A1')
    const absent = await made.device('A2')
    const result = await made.apply({ devices: [lineOf('A1')] })
    expect(result.coverage).toEqual([
      {
        siteId: made.site.id,
        site: made.site.name,
        expected: 2,
        reported: 1,
        status: 'partial',
        absentOffline: 1,
        absentKept: 0,
        thin: false,
      },
    ])
    expect(result).toMatchObject({ read: 1, transitions: [{ from: 'normal', to: 'offline', count: 1 }] })
    expect(await made.dailyOf(absent.id)).toMatchObject({
      state: 'offline',
      reported: false,
      hash_avg: null,
      compliant: false,
    })
    expect(
      await database.db
        .selectFrom('device_event')
        .select(['cause', 'to_state'])
        .where('device_id', '=', absent.id)
        .execute(),
    ).toEqual([{ cause: 'feed', to_state: 'offline' }])
  })

  test('Keep absent machines unchanged when less than half reported, unless the feed says otherwise', async () => {
    const made = await town()
    const devices = [await made.device('A1'), await made.device('A2'), await made.device('A3')]
    const request = { devices: [lineOf('A1')] }
    const kept = await made.apply(request)
    expect(kept.coverage).toMatchObject([
      { expected: 3, reported: 1, status: 'partial', absentOffline: 0, absentKept: 2, thin: true },
    ])
    expect(await made.dailyOf(devices[1]?.id ?? 0)).toMatchObject({ state: 'normal', reported: null })
    const forced = await made.apply({ ...request, absentOffline: true })
    expect(forced.coverage).toMatchObject([{ absentOffline: 2, absentKept: 0 }])
    expect(await made.stateOf('A3')).toBe('offline')
  })

  test('Do not count new and moved machines when absent ones could go offline', async () => {
    const made = await town()
    for (const serial of ['A1', 'A2', 'A3']) await made.device(serial)
    const second = await buildSite(database.db, { tenant: made.tenant })
    for (const serial of ['B1', 'B2', 'B3']) await made.device(serial, { site_id: second.id })
    const delivery = ['N1', 'N2', 'N3', 'N4'].map((serial) => lineOf(serial, { type: 'T30', site: made.site.name }))
    const moved = ['B1', 'B2'].map((serial) => lineOf(serial, { site: made.site.name }))
    const result = await made.apply({ devices: [lineOf('A1'), ...delivery, ...moved, lineOf('B3')] })
    expect(result.coverage).toMatchObject([
      { siteId: made.site.id, expected: 9, reported: 7, absentOffline: 0, absentKept: 2, thin: true },
      { siteId: second.id, expected: 1, reported: 1, status: 'complete', thin: false },
    ])
    expect([await made.stateOf('A2'), await made.stateOf('A3')]).toEqual(['normal', 'normal'])
  })

  test('Keep the states of a site without any line, with no report for its day', async () => {
    const made = await town()
    await made.device('A1')
    const second = await buildSite(database.db, { tenant: made.tenant })
    const elsewhere = await made.device('B1', { site_id: second.id })
    const result = await made.apply({ devices: [lineOf('A1')] })
    expect(result.coverage).toMatchObject([
      { siteId: made.site.id, status: 'complete' },
      { siteId: second.id, expected: 1, reported: 0, status: 'missing', absentKept: 0 },
    ])
    expect(await made.stateOf('B1')).toBe('normal')
    expect(await made.dailyOf(elsewhere.id)).toMatchObject({ state: 'normal', reported: null })
    expect(await made.coverageOf(second.id)).toEqual({ expected: 1, reported: 0, status: 'missing' })
    await made.apply({ devices: [lineOf('B1')] })
    expect(await made.coverageOf(made.site.id)).toEqual({ expected: 1, reported: 1, status: 'complete' })
    expect(await made.coverageOf(second.id)).toEqual({ expected: 1, reported: 1, status: 'complete' })
  })

  test('Name the batch that reported a site as the one of its coverage, not a later batch of others', async () => {
    const made = await town()
    await made.device('A1')
    const second = await buildSite(database.db, { tenant: made.tenant })
    await made.device('B1', { site_id: second.id })
    const first = await made.apply({ devices: [lineOf('A1')] })
    const later = await made.apply({ devices: [lineOf('B1')] })
    const { rows } = await database.pool.query<{ site_id: number; batch_id: number }>(
      'select site_id, batch_id from import_coverage where company_id = $1 and business_date = $2 order by site_id',
      [made.tenant.id, made.today],
    )
    expect(rows).toEqual([
      { site_id: made.site.id, batch_id: first.batchId },
      { site_id: second.id, batch_id: later.batchId },
    ])
  })

  test('Keep absent machines unchanged when the file is truncated', async () => {
    const made = await town()
    for (const serial of ['A1', 'A2', 'A3', 'A4']) await made.device(serial)
    const content = Buffer.from('serial,activeWorkerState,hashRate\nA1,yes,30\nA2,yes,30\nA3,ye').toString('base64')
    const result = await made.apply({ fileName: 'cut.csv', content })
    expect(result).toMatchObject({
      read: 3,
      refused: 1,
      coverage: [{ expected: 4, reported: 2, status: 'partial', absentOffline: 0, thin: true }],
    })
    expect([await made.stateOf('A3'), await made.stateOf('A4')]).toEqual(['normal', 'normal'])
    const meant = await made.apply({ fileName: 'cut.csv', content, absentOffline: true })
    expect(meant.coverage).toMatchObject([{ reported: 2, absentOffline: 1 }])
    expect(await made.stateOf('A4')).toBe('offline')
  })

  test('Count reports of earlier feeds of the day until a later feed sets the machine offline', async () => {
    const made = await town()
    const serials = ['A1', 'A2', 'A3', 'A4', 'A5']
    for (const serial of serials) await made.device(serial)
    await made.apply({ devices: serials.slice(0, 2).map((serial) => lineOf(serial)) })
    const second = { devices: [lineOf('A3'), lineOf('A4', { hashRate: 'x' })] }
    const rehearsed = await made.apply({ ...second, dryRun: true })
    const union = { expected: 5, reported: 3, status: 'partial', absentOffline: 0, absentKept: 2 }
    expect(rehearsed.coverage).toMatchObject([union])
    expect((await made.apply(second)).coverage).toMatchObject([union])
    expect(await made.coverageOf(made.site.id)).toEqual({ expected: 5, reported: 3, status: 'partial' })
    await made.apply({ devices: ['A4', 'A5'].map((serial) => lineOf(serial)) })
    expect(await made.coverageOf(made.site.id)).toEqual({ expected: 5, reported: 5, status: 'complete' })
    const most = await made.apply({ devices: serials.slice(1).map((serial) => lineOf(serial)) })
    expect(most.coverage).toMatchObject([{ expected: 5, reported: 4, status: 'partial', absentOffline: 1 }])
  })

  test('Do not set a machine offline when its line was refused', async () => {
    const made = await town()
    await made.device('A1')
    await made.device('A2')
    const result = await made.apply({ devices: [lineOf('A1'), lineOf('A2', { hashRate: 'x' })] })
    expect(result.coverage).toMatchObject([{ expected: 2, reported: 1, absentOffline: 0, absentKept: 1 }])
    expect(await made.stateOf('A2')).toBe('normal')
  })

  test('Count a report a day older than the newest one as missing', async () => {
    const made = await town()
    await made.device('A1', { last_report_at: new Date('2026-01-01') })
    await made.device('A2', { last_report_at: new Date('2026-01-01') })
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const result = await made.apply({
      devices: [lineOf('A1', { reportedAt: at(0) }), lineOf('A2', { reportedAt: at(25) })],
    })
    expect(result).toMatchObject({ updated: 1, unchanged: 1, coverage: [{ reported: 1, expected: 2 }] })
    expect(await made.stateOf('A2')).toBe('offline')
  })
})
