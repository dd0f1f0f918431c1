import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()

test('Ask before a list from before a transfer returns even a few machines', async () => {
  const town = await transferTown(database.db, { count: 40, days: 5 })
  const call = callerIn(database, town)
  const [old, next] = town.clients
  const serials = town.serials.slice(0, 3)
  await call.transfers.save({
    selection: { serials },
    to: { clientId: next.id },
    date: addDays(town.today, -2),
    reason: 'contract',
  })
  const devices = serials.map((serial) => ({ serial, client: old.name }))
  expect((await call.feeds.update({ devices, dryRun: true })).questions).toMatchObject([
    { kind: 'owners', count: 3, total: 40, text: expect.stringMatching(/transfer|调拨/) },
  ])
  await expect(call.feeds.update({ devices })).rejects.toMatchObject({ cause: { code: 'FEED_UNCONFIRMED' } })
  expect(await call.feeds.update({ devices, confirm: ['owners'] })).toMatchObject({ updated: 3 })
  // No question about a machine that moves on to a third owner.
  const [other = ''] = town.serials.slice(5)
  expect(
    (await call.feeds.update({ devices: [{ serial: other, client: next.name }], dryRun: true })).questions,
  ).toEqual([])
})

test('Ask about a day far in the past that the sender did not name', async () => {
  const town = await transferTown(database.db, { count: 3, days: 5 })
  const call = callerIn(database, town)
  const [serial = ''] = town.serials
  const devices = [{ serial, hashRate: 30, reportedAt: `${addDays(town.today, -365)} 05:00:00` }]
  expect((await call.feeds.update({ devices, dryRun: true })).questions).toMatchObject([
    { kind: 'day', count: expect.any(Number) },
  ])
  expect(
    (await call.feeds.update({ devices, businessDate: addDays(town.today, -365), dryRun: true })).questions,
  ).toEqual([])
})
