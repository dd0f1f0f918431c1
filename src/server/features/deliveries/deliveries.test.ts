import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { useOutbox } from '#tests/support/outbox-house.ts'
import { refusal } from '#tests/support/refusal.ts'
import { takeDue } from './take-due.ts'

const database = useDatabase()
const { buildChannel, put, send, stored, house, later, channelOf, managerOf, logger } = useOutbox(database)

test('Send a message once, signed, and store the response', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  const [id] = await put(base.id, channel, '离线')
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  const row = await stored(id)
  expect(house.sent).toEqual([
    {
      destination: { kind: 'webhook', address: 'https://a.example/hook', secrets: ['secret'], recipients: [] },
      message: expect.anything(),
      id: row.message_id,
    },
  ])
  expect(row).toMatchObject({ state: 'delivered', attempts: 1, status: 200, answer: 'words of the provider' })
})

test('Retry a failed message by the schedule with the same id, and give up after ten attempts', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  // A success of another message each time keeps the channel from being switched off.
  house.answer = ({ message }) =>
    message.title === '坏' ? { outcome: 'failed', afterSeconds: null } : { outcome: 'delivered' }
  const [id] = await put(base.id, channel, '坏')
  await send()
  const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const wait of waits) {
    later(wait - 1)
    expect(await send(), `before ${wait} s`).toBe(0)
    later(1)
    await put(base.id, channel, '好')
    expect(await send(), `after ${wait} s`).toBe(2)
  }
  expect(await stored(id)).toMatchObject({ state: 'failed', attempts: 10 })
  later(1e6)
  expect(await send()).toBe(0)
  const tries = house.sent.filter(({ message }) => message.title === '坏')
  expect(tries).toHaveLength(10)
  expect(new Set(tries.map((one) => one.id)).size).toBe(1)
})

test('Wait as long as a receiver asks, and stop the channel of a receiver that is gone', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  house.answer = () => ({ outcome: 'failed', afterSeconds: 600 })
  await put(base.id, channel, '一')
  await send()
  later(599)
  expect(await send()).toBe(0)
  later(1)
  house.answer = () => ({ outcome: 'gone' })
  const [waiting] = await put(base.id, channel, '二')
  const [third = 0] = await put(base.id, channel, '三')
  await database.db
    .updateTable('delivery')
    .set({ due: new Date(house.now.getTime() + 60_000) })
    .where('id', '=', third)
    .execute()
  later(1)
  expect(await send()).toBe(2)
  expect(await channelOf(channel)).toMatchObject({ state: 'gone' })
  // A message that was being sent at the same moment may already have failed.
  expect((await stored(waiting)).state).not.toBe('due')
  expect((await stored(third)).state).toBe('dropped')
})

test('Show failures and the last response of a channel; resend a waiting message on request', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  const [id = 0] = await put(base.id, channel, '离线')
  const manager = await managerOf(base.id)
  const shown = async () => (await manager.channels.find({})).data[0]
  expect(await shown()).toMatchObject({ failures: 0, lastAnswer: null })
  house.answer = () => ({ outcome: 'failed', afterSeconds: 3_600 })
  await send()
  expect(await shown()).toMatchObject({ state: 'on', failures: 1, lastAnswer: '200 words of the provider' })
  await database.db
    .updateTable('delivery')
    .set({ status: null, answer: 'own:connection ECONNREFUSED' })
    .where('id', '=', id)
    .execute()
  expect(await shown()).toMatchObject({ lastAnswer: '连接不上：对方拒绝连接（ECONNREFUSED）' })
  expect((await manager.deliveries.find({})).data).toMatchObject([
    { state: 'due', attempts: 1, answer: '连接不上：对方拒绝连接（ECONNREFUSED）' },
  ])
  expect(await send()).toBe(0)
  house.answer = () => ({ outcome: 'delivered' })
  await manager.deliveries.resend({ id })
  expect(await send()).toBe(1)
  expect(await stored(id)).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(await shown()).toMatchObject({ failures: 0, lastAnswer: null })
})

test('Never send a message twice when a user asks for it during an attempt', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  const [id = 0] = await put(base.id, channel, '离线')
  expect(await takeDue(database.db, house.now)).toHaveLength(1)
  await (await managerOf(base.id)).deliveries.resend({ id })
  expect(await takeDue(database.db, house.now)).toEqual([])
})

test('Switch a channel off after ten failures in a row, log it once, and drop waiting messages', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  logger.warn.mockClear()
  house.answer = () => ({ outcome: 'failed', afterSeconds: null })
  await put(base.id, channel, ...Array.from({ length: 9 }, (_, place) => `坏 ${place}`))
  await send()
  expect(await channelOf(channel)).toEqual({ state: 'on', failures: 9 })
  house.answer = () => ({ outcome: 'delivered' })
  await put(base.id, channel, '好')
  await send()
  expect(await channelOf(channel)).toEqual({ state: 'on', failures: 0 })
  house.answer = () => ({ outcome: 'failed', afterSeconds: null })
  later(5)
  // The nine messages again: retries of a message do not count as further failures, nor does a busy receiver.
  expect(await send()).toBe(9)
  expect(await channelOf(channel)).toEqual({ state: 'on', failures: 2 })
  house.answer = () => ({ outcome: 'failed', afterSeconds: 7 })
  await put(base.id, channel, '忙')
  await send()
  expect(await channelOf(channel)).toEqual({ state: 'on', failures: 2 })
  house.answer = () => ({ outcome: 'failed', afterSeconds: null })
  await put(base.id, channel, ...Array.from({ length: 8 }, (_, place) => `又坏 ${place}`))
  await send()
  expect(await channelOf(channel)).toEqual({ state: 'failing', failures: 10 })
  expect(logger.warn).toHaveBeenCalledTimes(1)
  const counted = sql<{
    state: string
    count: number
  }>`select state, count(*)::int from delivery where channel_id = ${channel} group by 1 order by 1`
  expect((await counted.execute(database.db)).rows.map(({ state, count }) => [state, count])).toEqual([
    ['delivered', 1],
    ['dropped', 18],
  ])
  expect(await send()).toBe(0)
})

test('Send a robot 15 messages a minute, the last with the rest merged; do not limit mail and webhooks', async () => {
  const base = await buildCompany(database.db)
  const robot = await buildChannel(base.id, 'feishu')
  const titles = Array.from({ length: 40 }, (_, place) => `事件 ${place}`)
  await put(base.id, robot, ...titles)
  expect(await send()).toBe(15)
  const last = house.sent.find(({ message }) => message.type === 'merged')?.message
  expect(last).toMatchObject({ title: '合并了 26 条消息', severity: 'warning', lines: titles.slice(14) })
  expect(house.sent).toHaveLength(15)
  const merged = await (await managerOf(base.id)).deliveries.find({ state: 'merged', size: 1 })
  expect(merged).toMatchObject({ totalCount: 25, data: [{ mergedIntoTitle: '合并了 26 条消息' }] })
  // No message is lost, and none is sent before the minute is over.
  await put(base.id, robot, '晚来')
  expect(await send()).toBe(0)
  later(61)
  expect(await send()).toBe(1)
  const { rows } = await sql<{
    state: string
    count: number
  }>`select state, count(*)::int as count from delivery where channel_id = ${robot} group by state order by state`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { state: 'delivered', count: 16 },
    { state: 'merged', count: 25 },
  ])
  const mail = await buildChannel(base.id, 'mail')
  await put(base.id, mail, ...titles.slice(0, 18))
  expect(await send()).toBe(18)
})

test('Reserve a message for one process until it has been silent for a minute', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  await put(base.id, channel, '一')
  const [taken] = await takeDue(database.db, house.now)
  expect(await takeDue(database.db, house.now)).toEqual([])
  later(59)
  expect(await takeDue(database.db, house.now)).toEqual([])
  later(1)
  const [again] = await takeDue(database.db, house.now)
  expect(again).toMatchObject({ id: taken?.id, messageId: taken?.messageId, attempts: 2 })
})

test('Send a logged message again with its id, only for a user who may change its channel', async () => {
  const base = await buildCompany(database.db)
  const channel = await buildChannel(base.id)
  const [id = 0] = await put(base.id, channel, '离线')
  await send()
  const { deliveries, channels } = await managerOf(base.id)
  const found = await deliveries.find({ name: 'webhook', state: 'delivered' })
  expect(found).toMatchObject({
    totalCount: 1,
    data: [
      {
        id,
        title: '离线',
        messageType: 'alert.opened',
        channel: 'webhook',
        attempts: 1,
        answer: 'words of the provider',
        dueStr: null,
      },
    ],
  })
  expect(await deliveries.resend({ id })).toEqual({ id })
  await send()
  expect(house.sent.map((one) => one.id)).toEqual([found.data[0]?.messageId, found.data[0]?.messageId])
  await channels.setStatus({ id: channel, on: false })
  await expect(deliveries.resend({ id })).rejects.toEqual(refusal('VALIDATION'))
  const other = await managerOf((await buildCompany(database.db)).id)
  expect(await other.deliveries.find({})).toEqual({ data: [], totalCount: 0 })
  for (const foreign of [id, 2_000_000_000])
    await expect(other.deliveries.resend({ id: foreign })).rejects.toEqual(refusal('NOT_FOUND'))
})
