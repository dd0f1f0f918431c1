import { expect, test } from 'vitest'
import { channelMessages } from '#tests/support/channel-messages.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()
const { later, buildAlert, notice, buildChannel, leave, buildBase, spread, now } = channelMessages(database)

test('Group the sites of one batch into one message for people, and send programs one each', async () => {
  const { id, sites } = await buildBase('西北', '一号站', '二号站', '三号站')
  const [robot, mail, program] = [
    await buildChannel(id),
    await buildChannel(id, { kind: 'mail', host: null, recipients: 'a@b.example', language: 'en' }),
    await buildChannel(id, { kind: 'webhook' }),
  ]
  const alerts: number[] = []
  for (const site of sites) alerts.push(await buildAlert(id, site))
  for (const alert of alerts) await notice(id, alert, 'opened')
  const begun = await leave()
  expect(begun.filter(({ channel }) => channel === program).map(({ message }) => message.type)).toEqual([
    'alert.opened',
    'alert.opened',
    'alert.opened',
  ])
  expect(begun.filter(({ channel }) => channel === robot).map(({ message }) => message)).toEqual([
    expect.objectContaining({
      type: 'alert.group',
      severity: 'critical',
      title: '[严重] 西北 3 个场地 离线 300/360',
      lines: ['一号站 离线 100/120，自 17:15', '二号站 离线 100/120，自 17:15', '三号站 离线 100/120，自 17:15'],
      link: { text: '查看全部事件', url: 'https://console.example/alerts/index' },
    }),
  ])
  expect(begun.filter(({ channel }) => channel === mail).map(({ message }) => message.title)).toEqual([
    '[Critical] 3 sites of 西北 offline 300/360',
  ])
  later(60)
  for (const alert of alerts) await notice(id, alert, 'resolved', 0)
  const ended = (await leave()).filter(({ channel }) => channel === robot)
  expect(ended.map(({ message }) => message.title)).toEqual(['[严重] 已恢复：西北 3 个场地 离线'])
})

test('Send a severe event at once, group those within a minute, and report only the last state', async () => {
  const { id, sites } = await buildBase('华东', '甲', '乙', '丙')
  const robot = await buildChannel(id)
  const [first = 0, second = 0, third = 0] = [
    await buildAlert(id, sites[0] ?? 0),
    await buildAlert(id, sites[1] ?? 0),
    await buildAlert(id, sites[2] ?? 0),
  ]
  await notice(id, first, 'opened')
  expect((await leave()).map(({ message }) => message.title)).toEqual(['[严重] 甲 离线 100/120'])
  later(0.4)
  await notice(id, second, 'opened')
  await notice(id, third, 'opened')
  expect(await leave()).toEqual([])
  later(0.4)
  await notice(id, second, 'grown', 118)
  expect(await leave()).toEqual([])
  later(0.2)
  const [group] = await leave()
  expect(group).toMatchObject({
    channel: robot,
    message: {
      title: '[严重] 华东 2 个场地 离线 218/240',
      lines: [expect.stringMatching(/^丙 离线 100\/120/), expect.stringMatching(/^乙 离线 118\/120/)],
    },
  })
  later(1)
  await notice(id, first, 'still')
  await notice(id, third, 'resolved', 0)
  expect((await leave()).map(({ message }) => message.title)).toEqual(['[严重] 华东 2 个场地：仍未恢复 1，已恢复 1'])
  // After three messages, one that needs no reaction waits for an hour, or is sent along with one that does.
  later(30)
  await notice(id, second, 'resolved', 0)
  expect(await leave()).toEqual([])
  await notice(id, await buildAlert(id, sites[2] ?? 0, 'site.silent'), 'opened', 0)
  expect((await leave()).map(({ message }) => message.lines.length)).toEqual([2])
  const rows = await database.db
    .selectFrom('delivery')
    .select(['state', 'attempts'])
    .where('channel_id', '=', robot)
    .execute()
  expect(rows.filter(({ state }) => state === 'merged')).toHaveLength(4)
  expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(4)
})

test('Drop a waiting reminder after an acknowledgement, but still send the end', async () => {
  const { id, sites } = await buildBase('华中', '甲', '乙')
  const robot = await buildChannel(id)
  const alert = await buildAlert(id, sites[0] ?? 0)
  await notice(id, alert, 'opened')
  await leave()
  for (const minutes of [10, 20]) {
    later(minutes)
    await notice(id, alert, 'still')
    expect(await leave()).toHaveLength(1)
  }
  await notice(id, alert, 'still')
  expect(await leave()).toEqual([])
  const person = await buildUser(database.db, { nick_name: '基地负责人', company_id: id })
  const { alerts } = buildCaller(database.db, { now: now(), viewer: await viewerOf(database.db, person) })
  await alerts.acknowledge({ id: alert, reason: '停电' })
  later(240)
  expect(await leave()).toEqual([])
  await notice(id, alert, 'resolved', 0)
  expect((await leave()).map(({ channel, message }) => [channel, message.title])).toEqual([
    [robot, '[严重] 已恢复：甲 离线'],
  ])
})

test('Send a message again alone, at once and with its id', async () => {
  const { id, sites } = await buildBase('西南', '甲')
  const robot = await buildChannel(id)
  const alert = await buildAlert(id, sites[0] ?? 0)
  await notice(id, alert, 'opened')
  const [sent] = await leave()
  await database.db
    .updateTable('delivery')
    .set({ state: 'due', due: now(), attempts: 0, urgency: null })
    .where('channel_id', '=', robot)
    .execute()
  await notice(id, alert, 'grown', 119)
  const again = await leave()
  expect(again.map(({ message }) => message.title)).toEqual(['[严重] 甲 离线 100/120', '[严重] 扩大：甲 离线 119/120'])
  expect(again[0]?.id).toBe(sent?.id)
  expect(again[1]?.id).not.toBe(sent?.id)
})

test('Send a channel with a digest only the events that are severe enough at once', async () => {
  const headquarters = await buildHeadquarters(database.db)
  const { id, sites } = await buildBase('华北', '甲', '乙')
  const offered = await buildChannel(id, { digest_at: '08:00', at_once_from: 'critical' })
  const above = await buildChannel(headquarters.id, { digest_at: '08:00', at_once_from: 'warning' })
  await buildChannel(id, { digest_at: '08:00' })
  const [severe, weak, note] = [
    await buildAlert(id, sites[0] ?? 0),
    await buildAlert(id, sites[1] ?? 0, 'share.low', 'warning'),
    await buildAlert(id, sites[1] ?? 0, 'device.away', 'notice'),
  ]
  for (const alert of [severe, weak, note]) await notice(id, alert, 'opened')
  const told = new Map((await leave()).map(({ channel, message }) => [channel, message.title]))
  expect(told).toEqual(
    new Map([
      [offered, '[严重] 甲 离线 100/120'],
      [above, '[严重] 甲 离线 100/120；另有：新增 1'],
    ]),
  )
})

test('Send an escalation and its end at once to a channel with a digest', async () => {
  const { id, sites } = await buildBase('东北', '甲')
  const chief = await buildChannel(id, { digest_at: '08:00' })
  const alert = await buildAlert(id, sites[0] ?? 0, 'share.low', 'warning')
  const steps = JSON.stringify([{ afterMinutes: 30, channelId: chief }])
  const rule = {
    company_id: id,
    kind: 'share.low',
    severity: 'warning',
    machines: 1,
    channel_ids: [] as number[],
    steps,
  }
  const made = await database.db
    .insertInto('alert_rule')
    .values(rule as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db.updateTable('alert').set({ rule_id: made.id }).where('id', '=', alert).execute()
  await notice(id, alert, 'opened')
  expect(await leave()).toEqual([])
  later(31)
  await spread(true)
  expect((await leave()).map(({ message }) => message.title)).toEqual(['[警告] 甲 低算力或告警 100/120'])
  await notice(id, alert, 'resolved', 0)
  expect((await leave()).map(({ message }) => message.title)).toEqual(['[警告] 已恢复：甲 低算力或告警'])
})

test('Send nothing of an event taken back before its message, and never delay another by a past one', async () => {
  const { id, sites } = await buildBase('华南', '甲', '乙', '丙', '丁')
  const robot = await buildChannel(id)
  const program = await buildChannel(id, { kind: 'webhook' })
  const [first = 0, second = 0, third = 0, fourth = 0] = await Promise.all(sites.map((site) => buildAlert(id, site)))
  const titles = async (channel: number) =>
    (await leave()).filter((one) => one.channel === channel).map(({ message }) => message.title)
  await notice(id, first, 'opened')
  expect(await titles(robot)).toEqual(['[严重] 甲 离线 100/120'])
  later(0.3)
  await notice(id, second, 'opened')
  expect(await titles(program)).toEqual(['[严重] 乙 离线 100/120'])
  await notice(id, second, 'takenBack')
  expect(await titles(program)).toEqual([expect.stringMatching(/^\[严重\] 已撤销.*乙 离线/)])
  later(2)
  expect(await leave()).toEqual([])
  // A notice was sent, so its withdrawal is sent, too.
  await notice(id, first, 'takenBack')
  expect(await titles(robot)).toEqual([expect.stringMatching(/^\[严重\] 已撤销.*甲 离线/)])
  await notice(id, third, 'opened')
  expect(await titles(robot)).toHaveLength(1)
  later(0.3)
  await notice(id, first, 'opened')
  await notice(id, first, 'resolved', 0)
  later(0.7)
  expect(await titles(robot)).toEqual(['[严重] 已恢复：甲 离线'])
  // The interval after that message does not delay a severe event.
  later(0.3)
  await notice(id, fourth, 'opened')
  expect(await titles(robot)).toEqual(['[严重] 丁 离线 100/120'])
})
