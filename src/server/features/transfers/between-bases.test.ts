import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()

test("Move machines with their days from a date on to another base; neither base reads the other's part", async () => {
  const town = await transferTown(database.db)
  const [machine = 0, repaired = 0, staying = 0] = town.ids
  const date = addDays(town.today, -4)
  const [manager, old, next] = [
    callerIn(database, town, town.manager),
    callerIn(database, town),
    callerIn(database, town, town.otherManager),
  ]
  const reviewer = await buildUser(database.db, { company_id: town.base.id })
  await sql`insert into device_check(device_id, user_id) values (${machine}, ${reviewer.id})`.execute(database.db)
  await old.comments.save({ deviceId: machine, type: '评价', content: 'of the old base' })
  await sql`insert into device_facts(company_id, device_id, site_id, hall, ip, mac, note, tags)
    values (${town.base.id}, ${machine}, ${town.sites[0].id}, 'H1', '10.0.0.7', '00:1A:2B:3C:4D:5E', 'client pays late', '{VIP}')`.execute(
    database.db,
  )
  const known = (await old.devices.get({ id: machine })).facts
  const before = [await feedTables(database.db, town.base.id), await feedTables(database.db, town.other.id)]
  const request = {
    selection: { ids: [machine, staying] },
    to: { siteId: town.otherSite.id, clientId: town.otherClient.id },
    date,
    reason: 'moved house',
  }
  if (process.env.TEST_CITUS) {
    await expect(manager.transfers.save(request)).rejects.toThrow('several nodes')
    return
  }
  const forbidden = await old.transfers.save(request).catch((error: { cause?: { code?: string } }) => error.cause?.code)
  expect(forbidden).toBe('NOT_FOUND')
  const { batchId } = await manager.transfers.save(request)
  expect(await findContradictions(database.pool)).toEqual([])
  // The old base: its past is unchanged, the machines are gone.
  const past = await old.charts.dayDevices({ day: addDays(date, -1), part: 'normal' })
  expect(past.data.map(({ deviceId }) => deviceId)).toContain(machine)
  expect(
    (await old.charts.dayDevices({ day: date, part: 'normal' })).data.map(({ deviceId }) => deviceId),
  ).not.toContain(machine)
  expect((await old.devices.find({})).totalCount).toBe(town.ids.length - 2)
  await expect(old.devices.get({ id: machine })).rejects.toThrow()
  // The new base: nothing from before, and no people or comments of the old one.
  expect((await next.devices.find({})).data.map(({ id, checks }) => [id, checks])).toEqual([
    [machine, []],
    [staying, []],
  ])
  expect((await next.devices.get({ id: machine })).facts).toEqual({
    ...known,
    hall: null,
    ip: null,
    note: null,
    tags: null,
  })
  const timeline = await next.devices.timeline({ id: machine })
  expect(timeline.data.map(({ cause }) => cause)).toEqual(['transfer'])
  expect(timeline.data[0]?.transfer).toEqual({
    date,
    from: { company: 'another base', site: null, client: null, account: null },
    to: { company: town.other.name, site: town.otherSite.name, client: town.otherClient.name, account: null },
  })
  expect((await next.comments.find({ deviceId: machine })).totalCount).toBe(0)
  expect((await next.charts.dayDevices({ day: addDays(date, -1), part: 'normal' })).totalCount).toBe(0)
  expect((await next.charts.dayDevices({ day: date, part: 'normal' })).totalCount).toBe(2)
  // A reader of both bases sees all of it.
  expect((await manager.devices.timeline({ id: machine })).totalCount).toBe(3)
  expect((await manager.comments.find({ deviceId: machine })).totalCount).toBe(1)
  await manager.feeds.undo({ id: batchId ?? 0 })
  expect([await feedTables(database.db, town.base.id), await feedTables(database.db, town.other.id)]).toEqual(before)
  expect(await old.devices.get({ id: machine })).toMatchObject({ checks: [expect.anything()], facts: known })
  expect(await findContradictions(database.pool)).toEqual([])
  await old.repairs.save({ type: '送修', serials: town.serials[1], notes: 'fan' })
  const away = await manager.transfers.save({ ...request, selection: { ids: [repaired] }, dryRun: true })
  expect(away.refused).toMatchObject([{ reason: 'repairing', count: 1 }])
})
