import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { envelopeOf } from '#server/services/messages/webhook-envelopes.ts'
import { alertKindNames, alertMoments, ownerKinds } from '#shared/alerts.ts'
import { useAlertMessages } from '#tests/support/alert-messages.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildHeadquarters } from '#tests/support/factories.ts'
import { alertMessage, durationText } from './alert-message.ts'

const database = useDatabase()
const { buildChannel, buildAlert, notice, spread, messagesOf, clock, members } = useAlertMessages(database)

test('Create one message per channel that covers the place or is named, and never twice', async () => {
  const [east, west, headquarters] = [
    await buildCompany(database.db, { name: '西北基地' }),
    await buildCompany(database.db),
    await buildHeadquarters(database.db),
  ]
  const site = await buildCompany(database.db, { super_company_id: east.id, name: '西北二号站' })
  const [own, other, all] = [
    await buildChannel(east.id),
    await buildChannel(east.id, { language: 'en' }),
    await buildChannel(headquarters.id),
  ]
  const foreign = await buildChannel(west.id)
  await buildChannel(east.id, { state: 'off' })
  await buildChannel(east.id, { digest_at: '08:00' })
  const alert = await buildAlert({ companyId: east.id, siteId: site.id })
  await notice(east.id, alert, 'opened')
  expect(await spread()).toBe(1)
  expect(await spread()).toBe(0)
  const first = await messagesOf(alert)
  expect(first.map(({ channel }) => channel)).toEqual([own, other, all])
  expect(first[0]?.message).toMatchObject({
    title: '[严重] 西北二号站 离线 118/120',
    lines: ['自 14:05（3 小时 10 分）'],
    link: { url: `https://console.example/alerts/index?alert=${alert}` },
    thread: `alert-${alert}`,
  })
  expect(first[1]?.message.title).toBe('[Critical] 西北二号站 offline 118/120')
  const named = await buildAlert({ companyId: east.id, kind: 'feed.failed', channels: [other, foreign] })
  await notice(east.id, named, 'opened', 0)
  await spread()
  // A rule cannot send to the channels of another tenant.
  expect((await messagesOf(named)).map(({ channel }) => channel)).toEqual([other])
})

test("Send the end only to channels that got the start; skip events below a channel's severity", async () => {
  const base = await buildCompany(database.db)
  const first = await buildChannel(base.id)
  const alert = await buildAlert({ companyId: base.id, kind: 'share.low' })
  await database.db.updateTable('alert').set({ severity: 'warning' }).where('id', '=', alert).execute()
  const strict = await buildChannel(base.id, { least_severity: 'critical' })
  for (const moment of ['opened', 'still', 'grown'] as const) await notice(base.id, alert, moment)
  await spread()
  const late = await buildChannel(base.id)
  await database.db.updateTable('alert').set({ resolved_at: '2026-11-20T08:05:00Z' }).where('id', '=', alert).execute()
  await notice(base.id, alert, 'resolved', 0)
  await spread()
  const messages = await messagesOf(alert)
  expect(messages.map(({ channel }) => channel)).toEqual([first, first, first, first])
  expect(messages.map(({ message }) => message.type)).toEqual(
    ['opened', 'still', 'grown', 'resolved'].map((moment) => `alert.${moment}`),
  )
  expect(messages.at(-1)?.message).toMatchObject({
    title: expect.stringMatching(/^\[警告\] 已恢复：/),
    lines: ['自 14:05（2 小时 0 分）'.replace(' 0 分', '')],
  })
  expect([strict, late].every((channel) => messages.every((one) => one.channel !== channel))).toBe(true)
})

test('Send an escalation step once when nobody has acknowledged the event in time', async () => {
  const base = await buildCompany(database.db)
  const [first, chief] = [await buildChannel(base.id), await buildChannel(base.id)]
  const alert = await buildAlert({
    companyId: base.id,
    channels: [first],
    steps: [{ afterMinutes: 200, channelId: chief }],
  })
  await notice(base.id, alert, 'opened')
  await spread(true)
  expect((await messagesOf(alert)).map(({ channel }) => channel)).toEqual([first])
  clock.now = new Date(clock.now.getTime() + 600_000)
  await spread(true)
  await spread(true)
  expect((await messagesOf(alert)).map(({ channel, step }) => [channel, step])).toEqual([
    [first, 0],
    [chief, 1],
  ])
  const acknowledged = await buildAlert({
    companyId: base.id,
    kind: 'device.away',
    channels: [],
    steps: [{ afterMinutes: 1, channelId: chief }],
  })
  await notice(base.id, acknowledged, 'opened')
  await database.db
    .updateTable('alert')
    .set({ acknowledged_at: clock.now, reason: '知道了' })
    .where('id', '=', acknowledged)
    .execute()
  await spread(true)
  expect(await messagesOf(acknowledged)).toEqual([])
})

test("Never show a client's channel the name of another client or the number of its machines", async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const site = await buildCompany(database.db, { super_company_id: base.id, name: '一号站' })
  const own = await buildClient(database.db, { company_id: base.id, name: '晨曦数据' })
  const rival = await buildClient(database.db, { company_id: base.id, name: '远山对手' })
  const account = await buildAccount(database.db, { client_id: rival.id, company_id: base.id, name: 'rival-account' })
  const channels = {
    zh: await buildChannel(base.id, { client_id: own.id }),
    en: await buildChannel(base.id, { client_id: own.id, language: 'en' }),
  }
  const ofRival = await buildChannel(base.id, { client_id: rival.id })
  const ofBase = await buildChannel(base.id)
  const places = [
    {},
    { siteId: site.id },
    { clientId: rival.id },
    { clientId: rival.id, accountId: account.id },
    { clientId: own.id },
    { siteId: site.id, clientId: rival.id },
  ]
  let reached = 0
  for (const kind of alertKindNames) {
    for (const place of places) {
      const alert = await buildAlert({ companyId: base.id, kind, ...place })
      await members(base.id, alert, own.id, 7)
      await members(base.id, alert, rival.id, 111)
      for (const moment of alertMoments) {
        // A client gets no message about more machines of others.
        if (moment === 'grown') await members(base.id, alert, own.id, 2)
        await notice(base.id, alert, moment)
        await spread()
      }
      const messages = await messagesOf(alert)
      expect(messages.filter(({ channel }) => channel === ofBase)).toHaveLength(alertMoments.length)
      const toOwn = messages.filter(({ channel }) => channel === channels.zh || channel === channels.en)
      expect(toOwn).toHaveLength(ownerKinds.includes(kind) ? 2 * alertMoments.length : 0)
      reached += toOwn.length
      for (const { message } of toOwn) {
        const forms = (['webhook', 'wecom', 'dingtalk', 'feishu'] as const).map(
          (form) => envelopeOf(form, message, { secrets: [], id: 'a', at: clock.now }).body,
        )
        expect([JSON.stringify(message), ...forms].join('\n'), `${kind} ${message.type}`).not.toMatch(
          /远山对手|rival-account|118|120|111/,
        )
        if (message.type === 'alert.opened') expect(message.title).toMatch(/ 7$/)
      }
      expect(
        messages.some(({ channel, message }) => channel === ofRival && /晨曦数据/.test(JSON.stringify(message))),
      ).toBe(false)
      await sql`delete from alert_rule where company_id = ${base.id}`.execute(database.db)
      await sql`update alert set resolved_at = now() where company_id = ${base.id}`.execute(database.db)
    }
  }
  expect(reached).toBe(ownerKinds.length * places.length * alertMoments.length * 2)
})

test('Show a duration in its two largest units', () => {
  const minutes = (count: number) => durationText(count * 60_000, 'zh')
  expect([0, 5, 60, 190, 1_440, 4_630].map(minutes)).toEqual([
    '0 分',
    '5 分',
    '1 小时',
    '3 小时 10 分',
    '1 天',
    '3 天 5 小时',
  ])
  expect(durationText(190 * 60_000, 'en')).toBe('3 h 10 min')
  const told = {
    alertId: 1,
    kind: 'site.outage',
    severity: 'critical',
    moment: 'opened',
    place: '站',
    base: '基地',
    type: 'T30',
    count: 3,
    of: 4,
  } as const
  const at = {
    openedAt: new Date('2026-11-19T06:05:00Z'),
    resolvedAt: null,
    batchId: 812,
    at: new Date('2026-11-20T06:05:00Z'),
  }
  expect(
    alertMessage({ ...told, ...at }, { language: 'zh', timeZone: 'Asia/Shanghai', url: 'https://c.example' }),
  ).toMatchObject({
    title: '[严重] 站 T30 离线 3/4',
    lines: ['自 2026-11-19 14:05（1 天）', '批次 #812'],
  })
})
