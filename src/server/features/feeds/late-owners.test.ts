import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, type TransferTown, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()

/** Return the owner of a machine on each day, and its present owner. */
async function ownersOf(id: number, from: string): Promise<{ day: string; clientId: number }[]> {
  const { rows } = await sql<{ day: string; clientId: number }>`
    select business_date::text as day, client_id as "clientId" from device_daily where device_id = ${id} and business_date >= ${from}::date
    union all select 'now', coalesce(client_id, 0) from device where id = ${id} order by 1`.execute(database.db)
  return rows
}

/** Create feed lines that name a client. */
const linesOf = (town: TransferTown, count: number, client: string) =>
  town.serials.slice(0, count).map((serial) => ({ serial, client, hashRate: 30, activeWorkerState: true }))

test('Transfer machines on the past day of a feed that names another owner, and undo it separately', async () => {
  const town = await transferTown(database.db, { count: 12, days: 10 })
  const call = callerIn(database, town)
  const [old, next] = town.clients
  const date = addDays(town.today, -4)
  const before = await feedTables(database.db, town.base.id)
  const request = { businessDate: date, devices: linesOf(town, 3, next.name), confirm: ['owners' as const] }
  const rehearsed = await call.feeds.update({ ...request, dryRun: true })
  const told = {
    from: expect.objectContaining({ client: old.name, account: town.accounts[0].name }),
    to: expect.objectContaining({ client: next.name, account: null }),
  }
  expect(rehearsed).toMatchObject({ updated: 3, refused: 0, transfers: [{ ...told, count: 3, date }] })
  expect(rehearsed.questions).toMatchObject([{ kind: 'owners', count: 3, total: 12 }])
  expect(await feedTables(database.db, town.base.id)).toEqual(before)

  const written = await call.feeds.update(request)
  const [transfer] = written.transfers ?? []
  expect(transfer).toMatchObject({ ...told, count: 3, date, batchId: expect.any(Number) })
  expect(transfer?.until).toBeUndefined()
  for (const id of town.ids.slice(0, 3))
    for (const { day, clientId } of await ownersOf(id, addDays(town.today, -8)))
      expect([day, clientId]).toEqual([day, day < date ? old.id : next.id])
  expect(await findContradictions(database.pool)).toEqual([])
  const batch = await call.feeds.batch({ id: transfer?.batchId ?? 0 })
  expect(batch).toMatchObject({
    source: 'transfer',
    businessDate: date,
    transfer: { moved: 3, reason: `Batch ${written.batchId}: the feed of ${date} names another owner` },
  })
  // Applying it again changes nothing.
  expect((await call.feeds.update({ ...request, dryRun: true })).transfers).toBeUndefined()
  expect(await call.feeds.undo({ id: written.batchId ?? 0, dryRun: true })).toMatchObject({
    transfers: [transfer?.batchId],
  })
  expect(await call.feeds.undo({ id: transfer?.batchId ?? 0 })).toMatchObject({ undone: 3, kept: 0 })
  expect((await call.feeds.undo({ id: written.batchId ?? 0 })).transfers).toBeUndefined()
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
  expect(await findContradictions(database.pool)).toEqual([])
})

test('End the transfer at a newer change of owner, and keep later days and the present owner', async () => {
  const town = await transferTown(database.db, { count: 4, days: 10 })
  const call = callerIn(database, town)
  const [old, next] = town.clients
  const [date, newer] = [addDays(town.today, -6), addDays(town.today, -2)]
  const [first = 0, second = 0] = town.ids
  // Only the first machine has lost its client since.
  await call.transfers.save({ selection: { ids: [first] }, to: { clientId: 0 }, date: newer, reason: 'contract' })
  const before = await feedTables(database.db, town.base.id)
  const written = await call.feeds.update({
    businessDate: date,
    devices: linesOf(town, 2, next.name),
    confirm: ['owners'],
  })
  expect(written.transfers?.map(({ count, until }) => [count, until]).toSorted()).toEqual(
    [
      [1, newer],
      [1, undefined],
    ].toSorted(),
  )
  for (const { day, clientId } of await ownersOf(first, addDays(town.today, -8)))
    expect([day, clientId]).toEqual([day, day < date ? old.id : day < newer ? next.id : 0])
  for (const { day, clientId } of await ownersOf(second, addDays(town.today, -8)))
    expect([day, clientId]).toEqual([day, day < date ? old.id : next.id])
  expect(await findContradictions(database.pool)).toEqual([])
  const ended = written.transfers?.find(({ until }) => until !== undefined)
  expect((await call.feeds.undo({ id: ended?.batchId ?? 0, dryRun: true })).back).toEqual([
    { deviceId: first, serial: town.serials[0], from: 'normal', to: 'normal' },
  ])
  expect(written.ownerBatches).toEqual(written.transfers?.map(({ batchId }) => batchId).toSorted())
  for (const { batchId } of written.transfers ?? [])
    expect(await call.feeds.undo({ id: batchId ?? 0 })).toMatchObject({ undone: 1, kept: 0 })
  await call.feeds.undo({ id: written.batchId ?? 0 })
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
})

test('Name the batch of each new owner, also where lines that name other fields make several of one route', async () => {
  const town = await transferTown(database.db, { count: 4, days: 10 })
  const call = callerIn(database, town)
  const [one, other] = linesOf(town, 2, town.clients[1].name)
  const devices = [one ?? { serial: '' }, { ...(other ?? { serial: '' }), site: town.sites[0].name }]
  const written = await call.feeds.update({ businessDate: addDays(town.today, -4), devices, confirm: ['owners'] })
  const named = (written.transfers ?? []).map(({ batchId }) => batchId ?? 0)
  expect(new Set(named).size).toBe(2)
  for (const id of named) expect(await call.feeds.undo({ id })).toMatchObject({ undone: 1 })
})

test('Refuse lines that cannot be transferred with their reason, and accept the rest', async () => {
  const now = new Date('2026-12-03T04:00:00Z')
  const town = await transferTown(database.db, { count: 4, days: 20, now })
  const call = callerIn(database, town)
  const [old, next] = town.clients
  await sql`insert into statement_issue(client_id, month, issued_at) values (${next.id}, '2026-11-01', ${now})`.execute(
    database.db,
  )
  const line = (index: number, client: string) => ({
    ...(linesOf(town, 4, client)[index] ?? { serial: '' }),
    hashRate: 20,
  })
  const devices = [
    line(0, next.name),
    line(1, old.name),
    line(2, 'nobody'),
    { ...line(3, old.name), site: town.sites[1].name },
  ]
  const result = await call.feeds.update({ businessDate: '2026-11-25', devices, confirm: ['owners', 'offline'] })
  expect(result).toMatchObject({ updated: 2, refused: 2 })
  expect(result.errors.map(({ serial, reason }) => [serial, reason])).toEqual([
    [town.serials[0], 'ownerIssued'],
    [town.serials[2], 'clientUnknown'],
  ])
  expect(result.errors[0]?.text).toContain(`${next.name} 2026-11`)
  // The site of a machine is not part of a statement.
  expect(result.transfers).toMatchObject([
    { to: { site: town.sites[1].name, client: old.name }, count: 1, date: '2026-11-25' },
  ])
  expect(await ownersOf(town.ids[0] ?? 0, '2026-11-25')).toEqual(
    expect.arrayContaining([{ day: '2026-11-25', clientId: old.id }]),
  )
  expect(await findContradictions(database.pool)).toEqual([])
})
