import { pino } from 'pino'
import { expect, test } from 'vitest'
import { giveFirstRules } from '#server/features/alerts/rules.ts'
import { useDatabase } from '#tests/support/database.ts'
import { liveTown, reportOf } from '#tests/support/live.ts'
import { liveTick } from './live.ts'

const database = useDatabase()
const minute = 60_000
/** 12:00 in Shanghai. */
const noon = Date.parse('2026-11-20T04:00:00Z')

async function silentTown() {
  const town = await liveTown(database, 2, noon)
  await giveFirstRules(database.db, new Date(noon))
  const tick = liveTick(
    { db: database.db, config: { timeZone: 'Asia/Shanghai', databaseUrl: database.url } },
    pino({ level: 'silent' }),
  )
  const after = async (minutes: number, serials: readonly string[] = []) => {
    town.moveTo(noon + minutes * minute)
    if (serials.length > 0) await town.report(serials.map((serial) => reportOf(serial, town.at())))
    await tick(new Date(town.at()))
  }
  const events = () =>
    database.db
      .selectFrom('alert')
      .select(['kind', 'site_id', 'count_now', 'count_worst', 'resolved_at'])
      .orderBy('id')
      .execute()
  const moments = async () =>
    (await database.db.selectFrom('alert_notice').select('moment').orderBy('id').execute()).map(({ moment }) => moment)
  return { town, after, events, moments }
}

test('Send one message when a site stops reporting, and one at its first report afterwards', async () => {
  const { town, after, events, moments } = await silentTown()
  await after(0, ['L1', 'L2'])
  await after(20)
  expect(await events()).toEqual([])
  await after(21)
  await after(22)
  expect(await events()).toEqual([
    { kind: 'site.silent', site_id: town.site.id, count_now: 2, count_worst: 2, resolved_at: null },
  ])
  expect(await moments()).toEqual(['opened'])
  await after(23, ['L1'])
  await after(24)
  expect(await events()).toMatchObject([{ resolved_at: new Date(noon + 23 * minute) }])
  expect(await moments()).toEqual(['opened', 'resolved'])
  expect((await database.db.selectFrom('device').select('state').execute()).map(({ state }) => state)).toEqual([
    'normal',
    'normal',
  ])
})

test('Send nothing while a base has disabled the rule, and report silent sites once it is enabled', async () => {
  const { after, events } = await silentTown()
  await after(0, ['L1', 'L2'])
  const rule = (enabled: boolean) =>
    database.db.updateTable('alert_rule').set({ enabled }).where('kind', '=', 'site.silent').execute()
  await rule(false)
  await after(30)
  expect(await events()).toEqual([])
  await rule(true)
  await after(31)
  expect(await events()).toHaveLength(1)
})
