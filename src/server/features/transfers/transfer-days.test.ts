import { expect, test } from 'vitest'
import { readStatement } from '#server/features/clients/statement/statement.ts'
import type { Written } from '#server/services/vacuum.ts'
import { addDays, daysBetween } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { buildCaller, buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { differences, pictureOf, textOfFile } from '#tests/support/day-pictures.ts'
import { buildClient } from '#tests/support/factories.ts'
import { callerIn, type TransferTown, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()
const moved = 50

test('Update charts, lists, files and statements of every day for 50 machines dated nine days back', async () => {
  const town = await transferTown(database.db, { count: 60, days: 20 })
  const call = callerIn(database, town)
  const date = addDays(town.today, -9)
  const start = addDays(town.today, -19)
  const [giver, receiver] = town.clients
  const told = (clientId: number) =>
    pictureOf({ db: database.db, viewer: town.baseManager, now: town.now, clientId, start, end: town.today })
  const both = async () => ({ giver: await told(giver.id), receiver: await told(receiver.id) })
  const request = {
    selection: { serials: town.serials.slice(0, moved) },
    to: { accountId: town.accounts[1].id },
    date,
    reason: 'contract',
  }
  const before = await both()
  const check = (now: typeof before, gone: number) => {
    expect([...differences(now.giver), ...differences(now.receiver)]).toEqual([])
    for (const day of daysBetween(start, town.today)) {
      const count = day < date ? 0 : gone
      const [left, gained] = [now.giver[day], now.receiver[day]]
      if (!left || !gained) throw new Error(`nothing is told of ${day}`)
      const machines = ({ list }: typeof left) => list.reduce((sum, value) => sum + value, 0)
      expect([machines(left), machines(gained)]).toEqual([60 - count, count])
      // Machine by machine only the owner changes.
      expect(left.chart.map((value, at) => value + (gained.chart[at] ?? 0))).toEqual(before.giver[day]?.chart)
    }
  }
  check(before, 0)
  const done = await call.transfers.save(request)
  expect(done).toMatchObject({ moved, machineDays: moved * 10 })
  const after = await both()
  check(after, moved)
  await call.feeds.undo({ id: done.batchId ?? 0 })
  expect(await both()).toEqual(before)
  await call.transfers.save(request)
  expect(await both()).toEqual(after)
  expect(await findContradictions(database.pool)).toEqual([])
})

test('Name day and other party in a statement, and refuse a transfer into an issued month', async () => {
  const now = new Date('2026-12-03T04:00:00Z')
  const town = await transferTown(database.db, { count: 6, days: 25, now })
  const call = callerIn(database, town)
  const request = {
    selection: { ids: town.ids.slice(0, 2) },
    to: { clientId: town.clients[1].id },
    date: '2026-11-20',
    reason: 'contract',
  }
  const { batchId } = await call.transfers.save(request)
  const { places } = buildContext(database.db, { viewer: town.baseManager }).services
  const contextOf = async (viewer: TransferTown['baseManager'], reach: 'company' | 'client') => ({
    ...buildContext(database.db, { viewer, now }),
    viewer,
    reach,
    scope: await places.scopeOf(viewer, reach),
  })
  const asked = { id: town.clients[0].id, month: '2026-11', basis: 'inService' as const }
  const staff = await readStatement(await contextOf(town.baseManager, 'company'), asked)
  const serials = town.serials.slice(0, 2)
  expect(staff.changes?.left.moves).toEqual([
    { date: '2026-11-20', other: { zh: town.clients[1].name, en: town.clients[1].name }, serials },
  ])
  expect(staff.changes?.isInternal).toBe(true)
  for (const [viewer, reach, forClient] of [
    [town.clientViewer, 'client', false],
    [town.baseManager, 'company', true],
  ] as const) {
    const shown = await readStatement(await contextOf(viewer, reach), { ...asked, forClient })
    expect(shown.changes?.left.moves).toEqual([
      { date: '2026-11-20', other: { zh: '另一客户', en: 'another client' }, serials },
    ])
    expect(JSON.stringify(shown)).not.toContain(town.clients[1].name)
  }
  const reports = { print: async () => Buffer.from('%PDF'), close: async () => undefined }
  const printer = buildCaller(database.db, { viewer: town.baseManager, now, services: { reports } })
  expect(await textOfFile(await printer.clients.statement({ id: town.clients[1].id, month: '2026-11' }))).toBe('%PDF')
  const late = { ...request, selection: { ids: town.ids.slice(2, 4) } }
  const rehearsed = await call.transfers.save({ ...late, dryRun: true })
  expect(rehearsed.refused).toMatchObject([{ reason: 'issued', count: 2 }])
  expect(rehearsed.obstacle).toContain('choose 2026-12-01 or later')
  expect(rehearsed.statements).toContainEqual(
    expect.objectContaining({ clientId: town.clients[1].id, month: '2026-11', issuedAt: now.toISOString() }),
  )
  await expect(call.transfers.save(late)).rejects.toThrow('issued')
  await expect(call.feeds.undo({ id: batchId ?? 0 })).rejects.toThrow('The statement of 2026-11 was issued')
  expect(await call.transfers.save({ ...late, date: '2026-12-01' })).toMatchObject({ moved: 2, machineDays: 6 })
  // A change of site changes no statement of a client.
  expect(await call.transfers.save({ ...late, to: { siteId: town.sites[1].id } })).toMatchObject({ moved: 2 })
})

test("Compute a statement by the days' owners after a later transfer has changed them", async () => {
  const now = new Date('2026-11-30T04:00:00Z')
  const town = await transferTown(database.db, { count: 6, days: 25, now })
  const call = callerIn(database, town)
  const [giver, second] = town.clients
  const third = await buildClient(database.db, { company_id: town.base.id })
  const move = (from: number, to: number, clientId: number, date: string) =>
    call.transfers.save({ selection: { ids: town.ids.slice(from, to) }, to: { clientId }, date, reason: 'contract' })
  // Each client has had a machine before, so that more can be transferred to it.
  await move(3, 4, second.id, '2026-11-08')
  await move(4, 5, third.id, '2026-11-08')
  await move(0, 3, second.id, '2026-11-20')
  // The first two of them went to another client before that day.
  await move(0, 2, third.id, '2026-11-18')
  const { places } = buildContext(database.db, { viewer: town.baseManager }).services
  const scope = await places.scopeOf(town.baseManager, 'company')
  const ctx = {
    ...buildContext(database.db, { viewer: town.baseManager, now }),
    viewer: town.baseManager,
    reach: 'company' as const,
    scope,
  }
  const changesOf = async (id: number) => {
    const { changes } = await readStatement(ctx, { id, month: '2026-11', basis: 'inService' })
    const later = ({ date }: { date: string }) => date > '2026-11-08'
    return { gained: changes?.gained.moves.filter(later), left: changes?.left.moves.filter(later) }
  }
  const named = ({ name }: { name: string }) => ({ zh: name, en: name })
  expect(await changesOf(giver.id)).toEqual({
    gained: [],
    left: [
      { date: '2026-11-18', other: named(third), serials: town.serials.slice(0, 2) },
      { date: '2026-11-20', other: named(second), serials: town.serials.slice(2, 3) },
    ],
  })
  expect(await changesOf(third.id)).toEqual({
    gained: [{ date: '2026-11-18', other: named(giver), serials: town.serials.slice(0, 2) }],
    left: [],
  })
  expect(await changesOf(second.id)).toEqual({
    gained: [{ date: '2026-11-20', other: named(giver), serials: town.serials.slice(2, 3) }],
    left: [],
  })
})

test('Vacuum the days of every month that a transfer, or its undo, has changed', async () => {
  const town = await transferTown(database.db, { count: 2, days: 40, now: new Date('2026-12-03T04:00:00Z') })
  const vacuumed: (readonly string[] | undefined)[] = []
  const tidying = {
    begin: () => (written?: Written) => void vacuumed.push(written?.dailies),
    idle: async () => undefined,
    close: async () => undefined,
  }
  const call = buildCaller(database.db, { viewer: town.baseManager, now: town.now, services: { tidying } })
  const { batchId } = await call.transfers.save({
    ...{ selection: { ids: town.ids }, to: { clientId: town.clients[1].id }, reason: 'contract' },
    date: '2026-10-30',
  })
  await call.feeds.undo({ id: batchId ?? 0 })
  const months = ['device_daily_2026_10', 'device_daily_2026_11', 'device_daily_2026_12']
  expect(vacuumed).toEqual([months, months])
})
