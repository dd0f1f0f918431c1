import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { useTransferOutcomes } from '#tests/support/transfer-outcomes.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()
const { daysOf } = useTransferOutcomes(database)

test('Restore every table by undoing a transfer, and allow the same transfer again', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const tables = () => feedTables(database.db, town.base.id)
  const before = await tables()
  const request = {
    selection: { ids: town.ids.slice(0, 5) },
    to: { clientId: town.clients[1].id, siteId: town.sites[1].id },
    date: addDays(town.today, -9),
    reason: 'contract',
  }
  const { batchId } = await call.transfers.save(request)
  const moved = await tables()
  expect(moved).not.toEqual(before)
  const rehearsed = await call.feeds.undo({ id: batchId ?? 0, dryRun: true })
  expect(rehearsed).toMatchObject({ total: 5, undone: 5, kept: 0, restored: 5, removed: 0 })
  expect(await tables()).toEqual(moved)
  expect(await call.feeds.undo({ id: batchId ?? 0 })).toMatchObject({ batchId, undone: 5, kept: 0 })
  expect(await tables()).toEqual(before)
  const entries = (await call.devices.timeline({ id: town.ids[0] ?? 0 })).data
  expect(entries.slice(0, 2)).toMatchObject([
    {
      cause: 'undo',
      batchId,
      transfer: {
        from: { client: town.clients[1].name },
        to: { client: town.clients[0].name, site: town.sites[0].name },
      },
    },
    {
      cause: 'transfer',
      batchId,
      note: 'contract',
      transfer: { date: request.date, to: { client: town.clients[1].name, site: town.sites[1].name, account: null } },
    },
  ])
  expect((await call.transfers.machines({ batchId: batchId ?? 0 })).data).toMatchObject([
    { undone: true },
    {},
    {},
    {},
    {},
  ])
  const again = await call.transfers.save(request)
  expect(again).toMatchObject({ moved: 5, machineDays: 50 })
  expect((await daysOf(town.clients[1].id))[request.date]).toBe(5)
  expect(await findContradictions(database.pool)).toEqual([])
  const batches = await call.feeds.batches({})
  expect(batches.data.map(({ source, machines, machinesUndone }) => [source, machines, machinesUndone])).toEqual([
    ['transfer', 5, 0],
    ['transfer', 5, 5],
  ])
  expect(await call.feeds.batch({ id: again.batchId ?? 0 })).toMatchObject({
    obstacle: null,
    transfer: { reason: 'contract', moved: 5, date: request.date },
  })
})

test('Keep machines that were moved since, explain what to do, and undo the rest', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const [first, second, third] = town.ids as [number, number, number]
  const transfer = (ids: number[], clientId: number, ago = 0) =>
    call.transfers.save({ selection: { ids }, to: { clientId }, date: addDays(town.today, -ago), reason: 'contract' })
  const one = await transfer([first, second, third], town.clients[1].id, 9)
  const two = await transfer([second], town.clients[0].id, 3)
  await call.devices.scrap({ id: third, reason: 'burnt' })
  const undone = await call.feeds.undo({ id: one.batchId ?? 0 })
  expect(undone).toMatchObject({ total: 3, undone: 1, kept: 2 })
  expect(undone.machines.map(({ deviceId, why, batchId }) => [deviceId, why, batchId]).sort()).toEqual(
    [
      [second, 'laterBatch', two.batchId],
      [third, 'scrapped', null],
    ].sort(),
  )
  expect(await call.devices.get({ id: first })).toMatchObject({
    clientId: town.clients[0].id,
    accountId: town.accounts[0].id,
  })
  await call.feeds.undo({ id: two.batchId ?? 0 })
  expect(await call.feeds.undo({ id: one.batchId ?? 0 })).toMatchObject({ total: 3, undone: 1, kept: 1 })
  expect(await call.devices.get({ id: second })).toMatchObject({
    clientId: town.clients[0].id,
    accountId: town.accounts[0].id,
  })
  expect(await findContradictions(database.pool)).toEqual([])
})
