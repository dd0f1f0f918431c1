import { expect, test } from 'vitest'
import { createPlaces } from '#server/services/places/places.ts'
import { insertAlert, insertChannel } from '#tests/support/alert-rows.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany } from '#tests/support/factories.ts'
import { writeDigests } from './digest.ts'

const database = useDatabase()
const config = { timeZone: 'Asia/Shanghai', publicUrl: 'https://console.example', host: '127.0.0.1', port: 3000 }
const digestAt = (now: string) =>
  writeDigests(database.db, { places: createPlaces({ db: database.db }), config, clock: () => new Date(now) })

const buildChannel = (companyId: number, given: object = {}) =>
  insertChannel(database.db, companyId, { digest_at: '08:00', update_time: '2026-11-18T00:00:00Z', ...given })
const buildAlert = (companyId: number, siteId: number, given: object = {}) => {
  const seen = { opened_at: '2026-11-19T06:05:00Z', last_seen_at: '2026-11-19T06:05:00Z' }
  const values = { company_id: companyId, site_id: siteId, ...seen, count_now: 118, count_worst: 118 }
  return insertAlert(database.db, { ...values, ...given })
}
const messages = async (channel: number) =>
  (
    await database.db
      .selectFrom('delivery')
      .select(['message', 'digest_day'])
      .where('channel_id', '=', channel)
      .orderBy('id')
      .execute()
  ).map(({ message, digest_day }) => ({
    title: message.title,
    lines: message.lines,
    severity: message.severity,
    day: digest_day,
  }))

test("Write one digest per business day at the channel's time, with the five worst events", async () => {
  const base = await buildCompany(database.db, { name: '西北基地' })
  const channel = await buildChannel(base.id)
  const fresh = await buildChannel(base.id, { update_time: '2026-11-20T00:00:01Z' })
  for (let site = 1; site <= 7; site++) {
    const { id } = await buildCompany(database.db, { super_company_id: base.id, name: `${site} 号站` })
    await buildAlert(base.id, id, {
      count_now: site,
      severity: site === 1 ? 'critical' : 'warning',
      opened_at: site < 4 ? '2026-11-19T06:05:00Z' : '2026-11-10T06:05:00Z',
    })
  }
  const ended = await buildCompany(database.db, { super_company_id: base.id, name: '已好站' })
  await buildAlert(base.id, ended.id, { opened_at: '2026-11-10T06:05:00Z', resolved_at: '2026-11-19T20:00:00Z' })
  await buildAlert((await buildCompany(database.db)).id, ended.id, { kind: 'share.low' })

  expect(await digestAt('2026-11-19T23:59:00Z')).toBe(0)
  expect(await digestAt('2026-11-20T00:00:30Z')).toBe(1)
  expect(await digestAt('2026-11-20T09:00:00Z')).toBe(0)
  const [digest] = await messages(channel)
  expect(digest).toMatchObject({
    title: '每日汇总 2026-11-20：未恢复 7，新增 3，已恢复 1',
    severity: 'critical',
    day: '2026-11-20',
  })
  expect(digest?.lines).toHaveLength(6)
  expect(digest?.lines[0]).toBe('[严重] 1 号站 离线 1/120，自 2026-11-19 14:05（17 小时 55 分）')
  expect(digest?.lines.at(-1)).toBe('另有 2 个未恢复的事件')
  expect(await messages(fresh)).toEqual([])
  // The next day both channels get a digest.
  expect(await digestAt('2026-11-21T00:00:00Z')).toBe(2)
  expect((await messages(channel)).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
})

test("Limit a client's digest to the client's machines, and state when there are no events", async () => {
  const base = await buildCompany(database.db)
  const site = await buildCompany(database.db, { super_company_id: base.id, name: '一号站' })
  const [own, rival] = [
    await buildClient(database.db, { company_id: base.id }),
    await buildClient(database.db, { company_id: base.id, name: '远山对手' }),
  ]
  const [channel, quiet] = [
    await buildChannel(base.id, { client_id: own.id, language: 'en' }),
    await buildChannel((await buildCompany(database.db)).id),
  ]
  const shared = await buildAlert(base.id, site.id)
  await buildAlert(base.id, site.id, { kind: 'device.away', client_id: rival.id })
  const joined = { company_id: base.id, batch_id: null, joined_at: '2026-11-19T06:05:00Z' }
  for (const [client, count] of [
    [own.id, 7],
    [rival.id, 111],
  ] as const)
    await database.db
      .insertInto('alert_device')
      .values({
        ...joined,
        alert_id: shared,
        client_id: client,
        device_ids: Array.from({ length: count }, (_, id) => id),
      } as never)
      .execute()
  await digestAt('2026-11-20T01:00:00Z')
  const [digest] = await messages(channel)
  expect(digest?.title).toBe('Digest of 2026-11-20: 1 open, 1 new, 0 over')
  expect(digest?.lines).toEqual(['[Critical] 一号站 offline 7, since 2026-11-19 14:05 (18 h 55 min)'])
  expect(JSON.stringify(digest)).not.toMatch(/远山对手|118|120|111/)
  expect(await messages(quiet)).toMatchObject([{ lines: ['没有未恢复的事件'], severity: 'notice' }])
})
