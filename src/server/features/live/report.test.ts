import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { countsOf } from '#tests/support/feeds.ts'
import { liveTown, reportOf } from '#tests/support/live.ts'
import { useLiveOutcomes } from '#tests/support/live-outcomes.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()
const { stateOf, batches, journal } = useLiveOutcomes(database)
const minute = 60_000

describe('A report', () => {
  test("Change the state, today's row, coverage and counters, and write an event of the hour's batch", async () => {
    const town = await liveTown(database)
    const answer = await town.report([
      reportOf('L1', town.at()),
      reportOf('L2', town.at(), { hashRate: 12 }),
      reportOf('l3', town.at(), { hashRate: 0 }),
    ])
    expect(answer).toEqual({ read: 3, accepted: 3, repeated: 0, late: 0, refused: 0, errors: [] })
    expect([(await stateOf('L1')).state, (await stateOf('L2')).state, (await stateOf('L3')).state]).toEqual([
      'normal',
      'low',
      'offline',
    ])
    const [batch] = await batches(town)
    expect(batch).toMatchObject({
      read: 3,
      updated: 2,
      unchanged: 1,
      machines: 3,
      site_ids: [town.site.id],
      business_date: town.today,
    })
    const events = await database.db
      .selectFrom('device_event')
      .select(['to_state', 'cause', 'batch_id', 'at'])
      .orderBy('id')
      .execute()
    expect(events).toEqual(
      ['low', 'offline'].map((to_state) => ({ to_state, cause: 'feed', batch_id: batch?.id, at: new Date(town.at()) })),
    )
    expect(await countsOf(database.db, town.tenant.id, town.today)).toEqual({
      live: { normal: 1, low: 1, offline: 1 },
      daily: { normal: 1, low: 1, offline: 1 },
    })
    const days = await database.db
      .selectFrom('device_daily')
      .select(['state', 'reported', 'hash_avg', 'compliant'])
      .orderBy('device_id')
      .execute()
    expect(days).toEqual([
      { state: 'normal', reported: true, hash_avg: 30, compliant: true },
      { state: 'low', reported: true, hash_avg: 12, compliant: false },
      { state: 'offline', reported: true, hash_avg: null, compliant: false },
    ])
    const coverage = await database.db
      .selectFrom('import_coverage')
      .select(['expected', 'reported', 'status', 'batch_id'])
      .execute()
    expect(coverage).toEqual([{ expected: 3, reported: 3, status: 'complete', batch_id: batch?.id }])
  })

  test('Change nothing when sent twice: at once, in another order, or later in the hour', async () => {
    const town = await liveTown(database)
    const lines = [
      reportOf('L1', town.at(), { hashRate: 12, powerW: 3_000 }),
      reportOf('L2', town.at()),
      { serial: 'L3' },
      reportOf('X9', town.at()),
    ]
    await town.report(lines)
    const before = {
      tables: await feedTables(database.db, town.tenant.id),
      batches: await batches(town),
      journal: await journal(),
    }
    const again = await town.report([...lines].reverse())
    expect(again).toMatchObject({ read: 4, accepted: 0, repeated: 2, refused: 2 })
    expect(await town.report([lines[0] ?? {}, lines[0] ?? {}])).toMatchObject({ accepted: 0, repeated: 2 })
    expect({
      tables: await feedTables(database.db, town.tenant.id),
      batches: await batches(town),
      journal: await journal(),
    }).toEqual(before)
  })

  test('Change nothing when a machine in repair, or a late report, is sent twice', async () => {
    const town = await liveTown(database)
    await database.db.updateTable('device').set({ state: 'repairing' }).where('serial', '=', 'L3').execute()
    await town.report([reportOf('L1', town.at())])
    const lines = [reportOf('L3', town.at()), reportOf('L1', town.at() - minute)]
    expect(await town.report(lines)).toMatchObject({ accepted: 1, late: 1, repeated: 0 })
    const before = { tables: await feedTables(database.db, town.tenant.id), journal: await journal() }
    for (const again of [lines, [...lines].reverse()])
      expect(await town.report(again)).toMatchObject({ accepted: 0, late: 0, repeated: 2 })
    expect({ tables: await feedTables(database.db, town.tenant.id), journal: await journal() }).toEqual(before)
    expect(await town.report([reportOf('L3', town.at() - minute)])).toMatchObject({ accepted: 1 })
  })

  test('Store reports that are old or too late in the history without changing the state', async () => {
    const town = await liveTown(database)
    await town.report([reportOf('L1', town.at())])
    const late = [
      reportOf('L1', town.at() - minute, { hashRate: 0 }),
      reportOf('L2', town.at() - 21 * minute, { hashRate: 0 }),
    ]
    expect(await town.report(late)).toMatchObject({ accepted: 0, late: 2 })
    expect([(await stateOf('L1')).state, (await stateOf('L2')).state]).toEqual(['normal', 'normal'])
    expect((await journal()).map(({ second, hash }) => [second, hash])).toEqual([
      [60, 0],
      [120, 30],
      [60 * 41, 0],
    ])
  })

  test('Use the newest of several reports of a machine, and store all in the history', async () => {
    const town = await liveTown(database)
    const at = town.at()
    expect(
      await town.report([
        reportOf('L1', at, { hashRate: 12 }),
        reportOf('L1', at - minute),
        reportOf('L1', at - 2 * minute, { hashRate: 0 }),
      ]),
    ).toMatchObject({ accepted: 3 })
    expect(await stateOf('L1')).toMatchObject({
      state: 'low',
      hash_rate: 12,
      last_report_at: new Date(at),
      live_at: new Date(at),
    })
    expect((await database.db.selectFrom('device_event').selectAll().execute()).length).toBe(1)
    expect((await journal()).length).toBe(3)
  })

  test('Accept a clock up to ten minutes ahead, and refuse a report without a time', async () => {
    const town = await liveTown(database)
    const answer = await town.report([
      reportOf('L1', town.at() + 10 * minute),
      reportOf('L2', town.at() + 10 * minute + 1),
      { serial: 'L3', hashRate: 30 },
    ])
    expect(answer).toMatchObject({ accepted: 1, refused: 2 })
    expect(answer.errors.map(({ line, serial, reason }) => [line, serial, reason])).toEqual([
      [2, 'L2', 'timeFuture'],
      [3, 'L3', 'timeMissing'],
    ])
  })

  test('Refuse unknown machines and those of other bases or sites with the same answer', async () => {
    const town = await liveTown(database)
    const other = await liveTown(database, 3, town.at(), 'OL')
    await buildDevice(database.db, { company_id: town.tenant.id, serial: 'AWAY' })
    const untouched = await feedTables(database.db, other.tenant.id)
    const answer = await town.report(
      ['OL1', 'AWAY', 'NOBODY'].map((serial) => reportOf(serial, town.at(), { type: 'T30', hashRate: 0 })),
    )
    expect(answer).toMatchObject({ accepted: 0, refused: 3 })
    expect(new Set(answer.errors.map(({ reason, text }) => `${reason} ${text}`)).size).toBe(1)
    expect(await feedTables(database.db, other.tenant.id)).toEqual(untouched)
    expect((await database.db.selectFrom('device').selectAll().where('serial', '=', 'NOBODY').execute()).length).toBe(0)
  })

  test('Never change the owner, type or site of a machine', async () => {
    const town = await liveTown(database)
    const before = await database.db
      .selectFrom('device')
      .select(['type', 'client_id', 'account_id', 'site_id'])
      .where('serial', '=', 'L1')
      .executeTakeFirst()
    await town.report([reportOf('L1', town.at(), { type: 'T20', client: 'Nobody', account: 'none' })])
    expect(await town.report([reportOf('L2', town.at(), { site: 'Elsewhere' })])).toMatchObject({
      accepted: 0,
      refused: 1,
    })
    expect(
      await database.db
        .selectFrom('device')
        .select(['type', 'client_id', 'account_id', 'site_id'])
        .where('serial', '=', 'L1')
        .executeTakeFirst(),
    ).toEqual(before)
    expect((await stateOf('L2')).live_at).toBeNull()
  })

  test('Open one conflict for a machine in custody, however often it reports', async () => {
    const town = await liveTown(database)
    await database.db.updateTable('device').set({ state: 'repairing' }).where('serial', '=', 'L1').execute()
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await town.report([reportOf('L1', town.at())])).toMatchObject({ accepted: 1, refused: 0, errors: [] })
      town.moveTo(town.at() + 5 * minute)
    }
    expect((await database.db.selectFrom('feed_conflict').selectAll().execute()).map(({ reason }) => reason)).toEqual([
      'custodyReports',
    ])
    expect(await batches(town)).toMatchObject([{ read: 1, conflict: 1, refused: 0 }])
  })
})
