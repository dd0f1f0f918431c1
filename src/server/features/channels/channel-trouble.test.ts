import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { useChannelOffice } from '#tests/support/channel-office.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, type UserValues } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const { callerAs, form } = useChannelOffice(database)

test('Refuse to save an address with a private IP, and name the setting that could allow it', async () => {
  const base = await buildCompany(database.db)
  const { channels, feedSources } = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  for (const host of ['169.254.169.254', '10.1.2.3', '[::1]', '2130706433']) {
    const address = `https://${host}/hook`
    for (const call of [
      () => channels.save(form({ kind: 'webhook', address })),
      () => feedSources.save({ address, everyMinutes: 60 }),
    ]) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(describeError(error, 'zh').fields, host).toEqual([
        expect.objectContaining({ field: 'address', problem: expect.stringContaining('ALLOWED_NETWORKS') }),
      ])
    }
  }
  expect((await channels.find({})).totalCount).toBe(0)
})

test('Report a stopped channel to the users who may change it, and to nobody else', async () => {
  const [base, other] = [await buildCompany(database.db), await buildCompany(database.db)]
  const [own, rival] = [
    await buildClient(database.db, { company_id: base.id }),
    await buildClient(database.db, { company_id: base.id }),
  ]
  const manager = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  const troublesOf = async (given: UserValues) => (await (await callerAs(given)).schedules.troubles()).channels
  const [ofBase, ofClient] = [
    await manager.channels.save(form({ name: '基地群' })),
    await manager.channels.save(form({ name: '客户群', clientId: own.id })),
  ]
  expect(await manager.schedules.troubles()).toEqual({ channels: 0, failing: 0, schedules: 0 })
  await database.db.updateTable('channel').set({ state: 'failing', failures: 10 }).where('id', '=', ofBase.id).execute()
  await database.db.updateTable('channel').set({ state: 'gone' }).where('id', '=', ofClient.id).execute()
  expect(await manager.schedules.troubles()).toEqual({ channels: 2, failing: 0, schedules: 0 })
  expect((await manager.channels.find({ state: 'stopped' })).totalCount).toBe(2)
  expect(await troublesOf({ nick_name: '客户', company_id: base.id, client_id: own.id })).toBe(1)
  expect(await troublesOf({ nick_name: '客户', company_id: base.id, client_id: rival.id })).toBe(0)
  expect(await troublesOf({ nick_name: '基地负责人', company_id: other.id })).toBe(0)
  await expect(troublesOf({ nick_name: '检验员', company_id: base.id })).rejects.toEqual(refusal('FORBIDDEN'))
  // A channel that a user has switched off is not reported.
  await manager.channels.setStatus({ id: ofBase.id, on: false, rowVersion: 1 })
  expect(await manager.schedules.troubles()).toEqual({ channels: 1, failing: 0, schedules: 0 })
  await database.db.updateTable('channel').set({ state: 'on', failures: 3 }).where('id', '=', ofBase.id).execute()
  expect(await manager.schedules.troubles()).toEqual({ channels: 1, failing: 1, schedules: 0 })
})
