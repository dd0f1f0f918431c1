import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { slotsAnHour } from '#shared/live.ts'
import { roleLabels } from '#shared/roles.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { type LiveTown, liveTown, reportOf } from '#tests/support/live.ts'
import { undoIn } from '#tests/support/undo.ts'
import { closeHours } from './close-hours.ts'
import { judgeAbsence } from './offline-after-silence.ts'

const database = useDatabase()
const minute = 60_000
const hour = 60 * minute
/** 12:00 in Shanghai, the beginning of an hour. */
const noon = Date.parse('2026-11-20T04:00:00Z')

const parts = () => ({ db: database.db, config: { timeZone: 'Asia/Shanghai', databaseUrl: database.url } })
const tick = (town: LiveTown) => judgeAbsence(parts(), new Date(town.at()))
const close = (town: LiveTown) => closeHours(parts(), new Date(town.at()))
const states = async () => {
  const rows = await database.db.selectFrom('device').select(['serial', 'state']).orderBy('serial').execute()
  return Object.fromEntries(rows.map(({ serial, state }) => [serial, state]))
}
const hours = () => database.db.selectFrom('device_hour').selectAll().orderBy('device_id').orderBy('hour').execute()
const row = (...figures: (number | null)[]) => [
  ...figures,
  ...Array.from({ length: slotsAnHour - figures.length }, () => null),
]
const meanOf = async (town: LiveTown, serial: string) =>
  await database.db
    .selectFrom('device_daily as r')
    .innerJoin('device as d', (join) =>
      join.onRef('d.company_id', '=', 'r.company_id').onRef('d.id', '=', 'r.device_id'),
    )
    .select(['r.hash_avg', 'r.compliant'])
    .where('d.serial', '=', serial)
    .where('r.business_date', '=', town.today)
    .executeTakeFirstOrThrow()

/** Report every five minutes for the machines that `who` returns. */
async function run(town: LiveTown, minutes: number, who: (passed: number) => readonly string[]): Promise<void> {
  const began = town.at()
  for (let passed = 0; passed <= minutes; passed += 5) {
    town.moveTo(began + passed * minute)
    const serials = who(passed)
    if (serials.length > 0) await town.report(serials.map((serial) => reportOf(serial, town.at())))
  }
}

describe('Absence', () => {
  test('Set a machine offline 20 minutes after its last report, and online again by the next one', async () => {
    const town = await liveTown(database, 3, noon)
    await run(town, 40, (passed) => (passed <= 15 ? ['L1', 'L2'] : ['L1']))
    town.moveTo(noon + 35 * minute)
    expect(await tick(town)).toMatchObject({ offline: 0 })
    town.moveTo(noon + 35 * minute + 1)
    expect(await tick(town)).toMatchObject({ offline: 1 })
    // L3 has never reported by the live interface, and its files are not due every five minutes.
    expect(await states()).toEqual({ L1: 'normal', L2: 'offline', L3: 'normal' })
    const [last] = await database.db
      .selectFrom('device_event')
      .select(['cause', 'from_state', 'to_state', 'batch_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(last).toMatchObject({ cause: 'feed', from_state: 'normal', to_state: 'offline' })
    expect(await tick(town)).toMatchObject({ offline: 0 })
    town.moveTo(noon + 45 * minute)
    await town.report([reportOf('L2', town.at())])
    expect((await states()).L2).toBe('normal')
    const coverage = await database.db.selectFrom('import_coverage').select(['expected', 'reported']).executeTakeFirst()
    expect(coverage).toEqual({ expected: 3, reported: 2 })
    expect(await undoIn(database.db, town, last?.batch_id ?? 0)).toMatchObject({ kept: 0 })
    expect(await states()).toEqual({ L1: 'normal', L2: 'normal', L3: 'normal' })
  })

  test('Keep the states of a silent site, and list the site', async () => {
    const town = await liveTown(database, 2, noon)
    await run(town, 30, () => ['L1', 'L2'])
    town.moveTo(noon + 51 * minute)
    expect(await tick(town)).toMatchObject({ offline: 0, silent: [{ siteId: town.site.id }] })
    expect(await states()).toEqual({ L1: 'normal', L2: 'normal' })
  })

  test('Wait 20 minutes after a disconnected site reports again before absent machines go offline', async () => {
    const town = await liveTown(database, 2, noon)
    await run(town, 10, () => ['L1', 'L2'])
    town.moveTo(noon + 2 * hour)
    await town.report([reportOf('L1', town.at())])
    expect(await tick(town)).toMatchObject({ offline: 0, silent: [] })
    await run(town, 25, () => ['L1'])
    expect(await tick(town)).toMatchObject({ offline: 1 })
    expect(await states()).toEqual({ L1: 'normal', L2: 'offline' })
  })
})

describe('The history', () => {
  test('Write one row per machine and hour, with the last figure of each five minutes, after the hour', async () => {
    const town = await liveTown(database, 2, noon)
    await town.report([
      reportOf('L1', noon, { hashRate: 30, powerW: 3_000 }),
      reportOf('L1', noon + minute, { hashRate: 20, powerW: 3_100 }),
    ])
    town.moveTo(noon + 9 * minute)
    await town.report([reportOf('L1', town.at(), { hashRate: 10 }), reportOf('L2', town.at())])
    town.moveTo(noon + hour + 2 * minute)
    expect(await close(town)).toBe(0)
    town.moveTo(noon + hour + 4 * minute)
    expect(await close(town)).toBe(2)
    expect(await close(town)).toBe(0)
    const [first, second] = town.devices
    expect(await hours()).toEqual([
      { company_id: town.tenant.id, device_id: first?.id, hour: new Date(noon), hash: row(20, 10), power: row(3_100) },
      { company_id: town.tenant.id, device_id: second?.id, hour: new Date(noon), hash: row(null, 30), power: null },
    ])
    expect((await sql`select from live_report`.execute(database.db)).rows.length).toBe(0)
  })

  test('Add late reports without changing written figures', async () => {
    const town = await liveTown(database, 1, noon + 10 * minute)
    await town.report([reportOf('L1', town.at(), { hashRate: 20 })])
    town.moveTo(noon + 2 * hour)
    await close(town)
    for (let sent = 0; sent < 2; sent += 1) {
      await town.report([
        reportOf('L1', noon + 11 * minute, { hashRate: 5 }),
        reportOf('L1', noon + 20 * minute, { hashRate: 10 }),
      ])
      await close(town)
      expect((await hours()).map(({ hash }) => hash)).toEqual([row(null, null, 20, null, 10)])
    }
    expect(await meanOf(town, 'L1')).toMatchObject({ hash_avg: 15 })
  })

  test('Write the daily mean, its compliance and the roll-ups', async () => {
    const town = await liveTown(database, 1, noon)
    await run(town, 55, () => ['L1'])
    town.moveTo(noon + hour)
    await town.report([reportOf('L1', town.at(), { hashRate: 4 })])
    town.moveTo(noon + hour + 5 * minute)
    await close(town)
    expect(await meanOf(town, 'L1')).toEqual({ hash_avg: 30, compliant: true })
    town.moveTo(noon + 2 * hour + 5 * minute)
    await close(town)
    expect(await meanOf(town, 'L1')).toEqual({ hash_avg: 28, compliant: true })
    const sums = await database.db
      .selectFrom('daily_scope')
      .select(['hash_sum', 'compliant'])
      .where('kind', '=', 'company')
      .where('business_date', '=', town.today)
      .executeTakeFirst()
    expect(sums).toEqual({ hash_sum: 28, compliant: 1 })
  })

  test('Show the last 48 hours with unwritten ones to users who may see the machine', async () => {
    const town = await liveTown(database, 1, noon)
    await town.report([reportOf('L1', noon, { hashRate: 30, powerW: 3_000 })])
    town.moveTo(noon + hour + 5 * minute)
    await close(town)
    await town.report([reportOf('L1', town.at(), { hashRate: 0 })])
    const manager = await buildUser(database.db, { nick_name: roleLabels.baseManager, company_id: town.tenant.id })
    const ask = async (user: typeof manager) =>
      buildCaller(database.db, { viewer: await viewerOf(database.db, user), now: new Date(town.at()) }).live.hours({
        id: town.devices[0]?.id ?? 0,
      })
    const shown = await ask(manager)
    expect(shown).toMatchObject({ start: new Date(noon - 46 * hour).toISOString(), slotMinutes: 5, targetHashRate: 30 })
    expect(shown.hashRate.length).toBe(47 * slotsAnHour + 2)
    const at = 46 * slotsAnHour
    expect([
      shown.hashRate[at],
      shown.powerW[at],
      shown.hashRate[at + 1],
      shown.hashRate[at + 13],
      shown.powerW[at + 13],
    ]).toEqual([30, 3_000, null, 0, null])
    const stranger = await liveTown(database, 1, noon, 'S')
    await expect(
      ask(await buildUser(database.db, { nick_name: roleLabels.baseManager, company_id: stranger.tenant.id })),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('Remove the hours of an undone batch', async () => {
    const town = await liveTown(database, 2, noon)
    await town.report([reportOf('L1', noon), reportOf('L2', noon)])
    town.moveTo(noon + hour + 5 * minute)
    await close(town)
    expect((await hours()).length).toBe(2)
    const batch = await database.db
      .selectFrom('import_batch')
      .select('id')
      .where('source', '=', 'live')
      .executeTakeFirst()
    await undoIn(database.db, town, batch?.id ?? 0)
    expect(await hours()).toEqual([])
  })
})
