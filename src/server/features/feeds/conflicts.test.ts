import { describe, expect, test } from 'vitest'
import { businessDay } from '#shared/business-time.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice, buildUser } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()

/** Create a base with lost and repairing machines that report a hash rate, and its manager. */
async function queue() {
  const { db } = database
  const town = await feedTown(database)
  town.setClock(testNow)
  const owners = {
    company_id: town.tenant.id,
    site_id: town.site.id,
    client_id: town.client.id,
    last_report_at: new Date('2026-11-01'),
    state_since: new Date('2026-11-01'),
  }
  const lost = await buildDevice(db, { serial: 'L1', state: 'lost', ...owners })
  const away = await buildDevice(db, { serial: 'R1', state: 'repairing', ...owners })
  await town.apply({ devices: [lineOf('L1', { type: 'T30', hashRate: 29 }), lineOf('R1')] })
  const manager = await buildUser(db, {
    nick_name: '基地负责人',
    company_id: town.tenant.id,
    home_company_id: town.tenant.id,
  })
  const caller = buildCaller(db, { viewer: await viewerOf(db, manager) })
  const stateOf = async (id: number) =>
    (await db.selectFrom('device').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  return { town, lost, away, caller, manager, stateOf }
}

describe('The conflict queue', () => {
  test('List machines in custody that report, with their report, oldest first', async () => {
    const { caller, town } = await queue()
    const found = await caller.feeds.conflicts({})
    expect(found.totalCount).toBe(2)
    expect(found.data).toMatchObject([
      {
        serial: 'L1',
        reason: 'lostReports',
        state: 'lost',
        site: town.site.name,
        telemetry: { hashRate: 29 },
        resolvedAt: null,
      },
      { serial: 'R1', reason: 'custodyReports', state: 'repairing' },
    ])
    expect((await caller.feeds.conflicts({ reason: 'custodyReports' })).data.map(({ serial }) => serial)).toEqual([
      'R1',
    ])
    expect((await caller.feeds.conflicts({ serial: 'l1' })).data.map(({ serial }) => serial)).toEqual(['L1'])
  })

  test('Set a found machine offline, then apply its report, with today’s row and both events', async () => {
    const { caller, lost, manager } = await queue()
    const { data } = await caller.feeds.conflicts({ reason: 'lostReports' })
    const ids = data.map(({ id }) => id)
    expect(await caller.feeds.resolve({ ids, decision: 'found', reason: 'on the shelf' })).toEqual({
      decision: 'found',
      resolved: 1,
      refused: [],
    })
    const { db } = database
    expect(
      await db.selectFrom('device').select(['state', 'hash_rate']).where('id', '=', lost.id).executeTakeFirst(),
    ).toEqual({
      state: 'normal',
      hash_rate: 29,
    })
    const events = await db
      .selectFrom('device_event')
      .select(['cause', 'to_state', 'note'])
      .where('device_id', '=', lost.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { cause: 'found', to_state: 'offline', note: 'on the shelf' },
      { cause: 'feed', to_state: 'normal', note: 'on the shelf' },
    ])
    const day = businessDay(testNow, 'Asia/Shanghai')
    expect(
      await db
        .selectFrom('device_daily')
        .select(['state', 'hash_avg', 'compliant'])
        .where('device_id', '=', lost.id)
        .where('business_date', '=', day)
        .executeTakeFirst(),
    ).toEqual({
      state: 'normal',
      hash_avg: 29,
      compliant: true,
    })
    expect((await caller.feeds.conflicts({ resolved: true })).data).toMatchObject([
      { serial: 'L1', resolvedBy: manager.name },
    ])
    await expect(caller.feeds.resolve({ ids, decision: 'keep' })).rejects.toMatchObject({
      cause: { code: 'NOT_FOUND' },
    })
  })

  test('Keep a machine, mark it, or refuse when its state does not allow the decision', async () => {
    const { caller, lost, away, stateOf } = await queue()
    const ids = (await caller.feeds.conflicts({})).data.map(({ id }) => id)
    expect(await caller.feeds.resolve({ ids, decision: 'found' })).toEqual({
      decision: 'found',
      resolved: 1,
      refused: [{ serial: 'R1', state: 'repairing' }],
    })
    const [left] = (await caller.feeds.conflicts({})).data
    expect(left?.serial).toBe('R1')
    expect(await caller.feeds.resolve({ ids: [left?.id ?? 0], decision: 'keep' })).toMatchObject({ resolved: 1 })
    expect([await stateOf(lost.id), await stateOf(away.id)]).toEqual(['normal', 'repairing'])
    expect((await caller.feeds.conflicts({})).totalCount).toBe(0)
  })

  test('Close the conflict of a machine that a user marks as found in the device list', async () => {
    const { caller, lost, manager } = await queue()
    await caller.devices.mark({ mark: 'found', selection: { ids: [lost.id] }, reason: 'on the shelf' })
    expect((await caller.feeds.conflicts({})).data.map(({ serial }) => serial)).toEqual(['R1'])
    expect((await caller.feeds.conflicts({ resolved: true })).data).toMatchObject([
      { serial: 'L1', state: 'offline', resolvedBy: manager.name },
    ])
  })

  test('Hide the conflicts of another base, and refuse to resolve them', async () => {
    const { caller } = await queue()
    const ids = (await caller.feeds.conflicts({})).data.map(({ id }) => id)
    const other = await feedTown(database)
    const stranger = await buildUser(database.db, {
      nick_name: '基地负责人',
      company_id: other.tenant.id,
      home_company_id: other.tenant.id,
    })
    const foreign = buildCaller(database.db, { viewer: await viewerOf(database.db, stranger) })
    expect((await foreign.feeds.conflicts({})).totalCount).toBe(0)
    await expect(foreign.feeds.resolve({ ids, decision: 'keep' })).rejects.toMatchObject({
      cause: { code: 'NOT_FOUND' },
    })
  })
})
