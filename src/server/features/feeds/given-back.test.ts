import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()

test('a list that is older than a transfer is asked about before it gives machines back, however few they are', async () => {
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
  // A machine that goes on to somebody else is not asked about.
  const [other = ''] = town.serials.slice(5)
  expect(
    (await call.feeds.update({ devices: [{ serial: other, client: next.name }], dryRun: true })).questions,
  ).toEqual([])
})

test('a day that nobody has named and that lies far before what is known is asked about: the year was typed wrongly', async () => {
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
