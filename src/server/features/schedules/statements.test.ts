import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createReports } from '#server/services/pdf/pdf-thread.ts'
import type { ScheduleSave } from '#shared/schedules.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildDaily, buildDevice, buildSite } from '#tests/support/factories.ts'
import { pagesOfPdf } from '#tests/support/pdf-text.ts'
import { refusal } from '#tests/support/refusal.ts'
import { dailyList, scheduleHouse } from '#tests/support/schedules.ts'

const database = useDatabase()
const db = () => database.db
const reports = createReports({ logger: pino({ level: 'silent' }) })
afterAll(reports.close)

const monthly: ScheduleSave = {
  name: '月度对账单',
  content: 'statement',
  channelIds: [],
  every: 'month',
  monthDay: 1,
  time: '08:00',
}
const names = ['晨曦数据', '远山算力', '北辰矿业']

/**
 * Create a base with three clients that transfer machines to each other, two of which have channels, and another such
 * base.
 */
async function town() {
  const house = scheduleHouse(db, { reports })
  const build = async () => {
    const site = await buildSite(db(), { name: '一号站' })
    const clients = await Promise.all(names.map((name) => buildClient(db(), { company_id: site.tenant_id, name })))
    for (const [index, client] of clients.entries()) {
      const device = await buildDevice(db(), {
        company_id: site.tenant_id,
        site_id: site.id,
        client_id: client.id,
        account_id: null,
        serial: `S${site.id}-${index}`,
      })
      const next = clients[(index + 1) % clients.length]
      await buildDaily(db(), device, '2026-10-05', { client_id: next?.id ?? 0, state: 'normal', reported: true })
      await buildDaily(db(), device, '2026-10-20', { client_id: client.id, state: 'normal', reported: true })
    }
    return { site, clients }
  }
  const [east, west] = [await build(), await build()]
  const manager = await house.person({
    nick_name: '基地负责人',
    company_id: east.site.tenant_id,
    home_company_id: east.site.tenant_id,
  })
  return { house, east, west, manager }
}

test('Send each client only its own statement of last month, without a name of another client', async () => {
  const { house, east, west, manager } = await town()
  const channels = new Map<number, string>()
  for (const [index, { id }] of east.clients.slice(0, 2).entries()) {
    channels.set(
      await house.channel({ company_id: east.site.tenant_id, client_id: id, recipients: `c${index}@own.example` }),
      names[index] ?? '',
    )
  }
  await house.channel({ company_id: east.site.tenant_id, recipients: 'base@east.example' })
  await house.channel({
    company_id: west.site.tenant_id,
    client_id: west.clients[0]?.id ?? 0,
    recipients: 'w@west.example',
  })
  const { id } = await manager.caller().schedules.save(monthly)
  const sent = await house.pass('2026-12-01T00:00:00Z')
  expect(sent.map(({ destination }) => destination.recipients)).toEqual([['c0@own.example'], ['c1@own.example']])
  // October is the month in which machines changed their owner.
  house.at('2026-11-01T00:00:00Z')
  await manager.caller().schedules.run({ id })
  const october = await house.pass()
  expect(october).toHaveLength(2)
  for (const [index, { message, posting }] of october.entries()) {
    const [file] = posting.files ?? []
    const text = (await pagesOfPdf(file?.content ?? Buffer.alloc(0))).join('\n')
    const said = `${file?.name} ${JSON.stringify(message)} ${text}`
    expect(file?.name).toContain('2026-10')
    expect(said).toContain(names[index])
    for (const other of names.filter((name) => name !== names[index]))
      expect(said, `${other} in the statement of ${names[index]}`).not.toContain(other)
  }
  expect(channels.size).toBe(2)
  const rows = await db().selectFrom('delivery').select('channel_id').where('run_id', 'is not', null).execute()
  expect(new Set(rows.map(({ channel_id }) => channel_id))).toEqual(new Set(channels.keys()))
})

test("Limit a client user to schedules of own machines, and a client's channel to nothing else", async () => {
  const { house, east, west, manager } = await town()
  const [own, rival] = east.clients
  const person = await house.person({
    nick_name: '客户',
    company_id: east.site.tenant_id,
    home_company_id: east.site.tenant_id,
    client_id: own?.id ?? 0,
  })
  const [mine, theirs] = [
    await house.channel({ company_id: east.site.tenant_id, client_id: own?.id ?? 0 }),
    await house.channel({ company_id: east.site.tenant_id, client_id: rival?.id ?? 0 }),
  ]
  const ofBase = await house.channel({ company_id: east.site.tenant_id })
  const { schedules } = person.caller()
  const { id } = await schedules.save(dailyList({ channelIds: [mine] }))
  await expect(schedules.save(dailyList({ name: '他人', channelIds: [theirs] }))).rejects.toEqual(refusal('VALIDATION'))
  await expect(schedules.save(dailyList({ name: '基地', channelIds: [ofBase] }))).rejects.toEqual(refusal('VALIDATION'))
  await expect(schedules.save(dailyList({ name: '列表', list: 'clients', channelIds: [mine] }))).rejects.toEqual(
    refusal('VALIDATION'),
  )
  const foreign = await manager.caller().schedules.save(dailyList({ name: '基地清单', channelIds: [ofBase] }))
  for (const call of [schedules.run, schedules.delete])
    await expect(call({ id: foreign.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(schedules.runs({ id: foreign.id, page: 1, size: 5 })).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await schedules.find({})).data.map((row) => row.id)).toEqual([id])

  const sent = await house.pass('2026-11-20T05:00:00Z')
  const toClient = sent.filter(({ posting }) => posting.files?.[0]?.content.includes('晨曦数据'))
  const file =
    toClient
      .find(({ posting }) => !posting.files?.[0]?.content.includes('远山算力'))
      ?.posting.files?.[0]?.content.toString('utf8') ?? ''
  expect(file).toContain(`S${east.site.id}-0`)
  for (const other of [`S${east.site.id}-1`, '北辰矿业', `S${west.site.id}`]) expect(file).not.toContain(other)
  // The base sees it, may pause it, and cannot change it into one of its own.
  const [row] = (await manager.caller().schedules.find({ name: '设备清单' })).data
  await expect(
    manager.caller().schedules.save({ ...dailyList({ channelIds: [mine] }), id, rowVersion: row?.rowVersion }),
  ).rejects.toEqual(refusal('VALIDATION'))
  await manager.caller().schedules.setStatus({ id, on: false })
  const stranger = await house.person({
    nick_name: '基地负责人',
    company_id: west.site.tenant_id,
    home_company_id: west.site.tenant_id,
  })
  await expect(stranger.caller().schedules.delete({ id })).rejects.toEqual(refusal('NOT_FOUND'))
})
