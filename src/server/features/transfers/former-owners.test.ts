import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()

test("Let a client read a machine's events of only the days of its ownership, after undos and backdating", async () => {
  const town = await transferTown(database.db)
  const [machine = 0] = town.ids
  const selection = { ids: [machine] }
  const [own, other] = town.clients
  const call = callerIn(database, town)
  const causesOf = async (client: (typeof town.clients)[number]) => {
    const user = await buildUser(database.db, { company_id: town.base.id, nick_name: '客户', client_id: client.id })
    const { data, totalCount } = await callerIn(database, town, await viewerOf(database.db, user)).devices.timeline({
      id: machine,
    })
    expect(totalCount).toBe(data.length)
    return data.map(({ cause }) => cause)
  }
  const all = ['feed', 'registered']
  expect(await causesOf(own)).toEqual(all)
  const given = await call.transfers.save({
    selection,
    reason: 'sold',
    to: { clientId: other.id },
    date: addDays(town.today, -3),
  })
  expect(await causesOf(other)).toEqual(['transfer'])
  await call.feeds.undo({ id: given.batchId ?? 0 })
  expect(await causesOf(own)).toEqual(['undo', 'transfer', ...all])
  // From the machine's first day on: there is no earlier history to hide.
  await call.transfers.save({ selection, reason: 'sold', to: { clientId: other.id }, date: addDays(town.today, -14) })
  expect(await causesOf(other)).toEqual(['transfer', 'undo', 'transfer', ...all])
  await call.transfers.save({ selection, reason: 'back', to: { clientId: own.id } })
  expect((await causesOf(own))[0]).toBe('transfer')
})
