import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { liveTown, reportOf } from '#tests/support/live.ts'
import { useLiveOutcomes } from '#tests/support/live-outcomes.ts'
import { refusal } from '#tests/support/refusal.ts'
import { feedTables, undoIn } from '#tests/support/undo.ts'

const database = useDatabase()
const { batches, journal, stateOf } = useLiveOutcomes(database)
const minute = 60_000

describe('A request', () => {
  test('Refuse only broken lines, in NDJSON and in a list', async () => {
    const town = await liveTown(database)
    const lines = [
      'rubbish',
      JSON.stringify(reportOf('L1', town.at())),
      '{"serial":"L2","reportedAt":',
      '',
      JSON.stringify(reportOf('L3', town.at(), { hashRate: 'x' })),
      '{"serial":"L2"',
    ]
    const answer = await town.send(lines.join('\n'))
    expect(answer).toMatchObject({ accepted: 1, late: 0, repeated: 0 })
    expect(answer.read).toBe(answer.accepted + answer.refused)
    expect(answer.errors.map(({ line, reason }) => [line, reason])).toEqual(
      expect.arrayContaining([
        [1, 'lineBroken'],
        [5, 'hashRateInvalid'],
      ]),
    )
    const list = `[${JSON.stringify(reportOf('L2', town.at()))},\n{"serial" 1},\n${JSON.stringify(reportOf('L3', town.at()))}]`
    expect(await town.send(list)).toMatchObject({ read: 3, accepted: 2, refused: 1 })
  })

  test('Accept 10,000 lines; refuse one more, or none', async () => {
    const town = await liveTown(database)
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        JSON.stringify(reportOf('L1', town.at() - (index % 1_000) * 1_000)),
      ).join('\n')
    expect(await town.send(lines(10_000))).toMatchObject({ read: 10_000, refused: 0 })
    await expect(town.send(lines(10_001))).rejects.toEqual(refusal('VALIDATION'))
    for (const text of ['', ' \n ', '[]']) await expect(town.send(text), text).rejects.toEqual(refusal('FEED_EMPTY'))
  })

  test('Create one batch per site and hour, and undo it to the state before the hour', async () => {
    const town = await liveTown(database)
    const untouched = await feedTables(database.db, town.tenant.id)
    await town.report([reportOf('L1', town.at()), reportOf('L2', town.at())])
    town.moveTo(town.at() + 5 * minute)
    await town.report([
      reportOf('L1', town.at(), { hashRate: 9, firmware: '2026.1' }),
      reportOf('L2', town.at()),
      reportOf('L3', town.at(), { activeWorker: 'w9' }),
    ])
    town.moveTo(town.at() + 5 * minute)
    await town.report([reportOf('L1', town.at(), { hashRate: 30 }), reportOf('L2', town.at(), { alarm: 'yes' })])
    const [batch, ...others] = await batches(town)
    expect(others).toEqual([])
    expect(batch).toMatchObject({ read: 7, machines: 3 })
    expect(await undoIn(database.db, town, batch?.id)).toMatchObject({ undone: 3, kept: 0 })
    expect(await feedTables(database.db, town.tenant.id)).toEqual(untouched)
    expect(await journal()).toEqual([])
    town.moveTo(town.at() + minute)
    await town.report([reportOf('L1', town.at())])
    expect((await batches(town)).length).toBe(2)
  })

  test('Create another batch in the next hour, and undo the newer one first', async () => {
    const town = await liveTown(database, 1)
    await town.report([reportOf('L1', town.at(), { hashRate: 9 })])
    const between = await feedTables(database.db, town.tenant.id)
    town.moveTo(town.at() + 60 * minute)
    await town.report([reportOf('L1', town.at())])
    const [first, second] = await batches(town)
    await expect(undoIn(database.db, town, first?.id)).rejects.toMatchObject({ code: 'UNDO_REFUSED' })
    await undoIn(database.db, town, second?.id)
    const back = await feedTables(database.db, town.tenant.id)
    const withoutLive = (rows: string[] = []) => rows.map((row) => row.replace(/"live_at": [^,}]+/, ''))
    expect({ ...back, device: withoutLive(back.device) }).toEqual({ ...between, device: withoutLive(between.device) })
  })

  test('Keep a machine that another user changed when the hour is undone', async () => {
    const town = await liveTown(database, 2)
    await town.report([reportOf('L1', town.at(), { hashRate: 9 }), reportOf('L2', town.at(), { hashRate: 9 })])
    await sql`update device set row_version = row_version + 1, update_time = ${new Date(town.at() + minute)} where serial = 'L1'`.execute(
      database.db,
    )
    const [batch] = await batches(town)
    expect(await undoIn(database.db, town, batch?.id)).toMatchObject({ undone: 1, kept: 1 })
    expect([(await stateOf('L1')).state, (await stateOf('L2')).state]).toEqual(['low', 'normal'])
  })
})
