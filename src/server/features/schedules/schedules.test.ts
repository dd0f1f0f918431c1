import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { sealSecrets } from '#server/services/messages/channel-secrets.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { dailyList, scheduleHouse } from '#tests/support/schedules.ts'
import { findScheduledFile, mostMailBytes, removeExpiredFiles } from './files.ts'
import { endRun, takeRun } from './take.ts'

const database = useDatabase()
const db = () => database.db

async function base() {
  const house = scheduleHouse(db)
  const site = await buildSite(db(), { name: '一号站' })
  const client = await buildClient(db(), { company_id: site.tenant_id, name: '晨曦数据' })
  await buildDevice(db(), {
    company_id: site.tenant_id,
    site_id: site.id,
    client_id: client.id,
    account_id: null,
    serial: 'CF-1',
  })
  const manager = await house.person({
    nick_name: '基地负责人',
    company_id: site.tenant_id,
    home_company_id: site.tenant_id,
  })
  return { house, companyId: site.tenant_id, site, client, manager, schedules: () => manager.caller().schedules }
}
const runsOf = async (id: number) =>
  (
    await sql<{
      state: string
      planned: Date
    }>`select state, planned from schedule_run where schedule_id = ${id} order by id`.execute(db())
  ).rows

test('Send a list as a mail attachment or webhook link, by its view, until the link expires or is revoked', async () => {
  const { house, companyId, manager, schedules, site } = await base()
  await buildDevice(db(), {
    company_id: companyId,
    site_id: site.id,
    client_id: null,
    account_id: null,
    serial: 'CF-2',
    state: 'offline',
  })
  const mail = await house.channel({ company_id: companyId, name: '邮件', recipients: 'a@b.example, c@d.example' })
  const sealed = sealSecrets(house.context().services.keys, {
    address: 'https://a.example/hook',
    secret: null,
    former: null,
  })
  const hook = await house.channel({
    company_id: companyId,
    name: '程序',
    kind: 'webhook',
    recipients: null,
    host: 'a.example',
    sealed,
    language: 'en',
  })
  const view = await manager.caller().views.save({
    screen: 'devices',
    name: '离线',
    query: '?state=offline&orderColumn=serial&orderWay=asc',
    hidden: null,
    shared: false,
  })
  const { id } = await schedules().save(dailyList({ channelIds: [mail, hook], viewId: view.id }))
  expect((await schedules().find({})).data).toMatchObject([
    {
      id,
      content: 'list',
      list: 'devices',
      view: '离线',
      channels: ['邮件', '程序'],
      nextRunStr: '2026-11-20 13:00:00',
      lastState: null,
      state: 'on',
    },
  ])
  expect(await house.pass('2026-11-20T04:59:00Z')).toEqual([])

  const sent = await house.pass('2026-11-20T05:00:00Z')
  expect(sent.map(({ destination, message }) => [destination.kind, message.type, message.title])).toEqual([
    ['mail', 'schedule.file', '设备清单（2026-11-20）'],
    ['webhook', 'schedule.link', '设备清单 (2026-11-20)'],
  ])
  const [file] = sent[0]?.posting.files ?? []
  expect(sent[0]).toMatchObject({ posting: { blind: true }, message: { link: null } })
  expect(file?.content.toString('utf8')).toContain('CF-2')
  expect(file?.content.toString('utf8')).not.toContain('CF-1')
  const url = new URL(sent[1]?.message.link?.url ?? '')
  expect(url.origin).toBe('https://console.example')
  const { links, storage } = house.context().services
  const open = (at: string, given = url) =>
    findScheduledFile(db(), links, { path: given.pathname, query: given.searchParams, now: new Date(at) })
  const found = await open('2026-11-27T04:00:00Z')
  expect((await storage.read(found?.stored_name ?? '')).toString('utf8')).toContain('CF-2')
  expect(await open('2026-11-27T05:01:00Z')).toBeNull()
  const altered = new URL(url)
  altered.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))
  expect(await open('2026-11-20T05:00:00Z', altered)).toBeNull()

  const runs = await schedules().runs({ id, page: 1, size: 20 })
  expect(runs.data).toMatchObject([
    { plannedStr: '2026-11-20 13:00:00', manual: false, state: 'done', messages: 2, delivered: 2, problem: null },
  ])
  const runId = runs.data[0]?.id ?? 0
  expect(await schedules().resend({ id: runId })).toEqual({ id: runId })
  const again = await house.pass()
  expect(again.map(({ posting }) => posting.id)).toEqual(sent.map(({ posting }) => posting.id))
  await schedules().revoke({ id: runId })
  expect(await open('2026-11-20T05:00:00Z')).toBeNull()
  await expect(schedules().resend({ id: runId })).rejects.toEqual(refusal('VALIDATION'))
  expect((await schedules().runs({ id, page: 1, size: 20 })).data).toMatchObject([{ linksUntilStr: null }])

  // Its view is deleted: no unfiltered list is sent, and the channels are notified.
  await manager.caller().views.delete({ id: view.id })
  const told = await house.pass('2026-11-21T05:00:00Z')
  expect(told.map(({ message }) => [message.type, message.lines])).toEqual([
    ['schedule.failed', ['所选视图已不存在，或不再对您共享，请重新选择']],
    ['schedule.failed', [expect.stringMatching(/^The view no longer exists/)]],
  ])
  expect((await schedules().find({})).data).toMatchObject([
    { lastState: 'refused', view: null, nextRunStr: '2026-11-22 13:00:00' },
  ])
  expect(await manager.caller().schedules.troubles()).toEqual({ channels: 0, failing: 0, schedules: 1 })
  expect(await removeExpiredFiles(db(), storage, new Date('2026-12-30T00:00:00Z'))).toBe(2)
  for await (const { name } of storage.list()) expect(name).toBe('nothing is left')
})

test("Run a schedule with its owner's current permissions, and report lost ones", async () => {
  const { house, companyId, manager, schedules } = await base()
  const other = await house.person({ nick_name: '基地负责人', company_id: companyId, home_company_id: companyId })
  const mail = await house.channel({ company_id: companyId })
  const { id } = await schedules().save(dailyList({ channelIds: [mail] }))
  expect((await house.pass('2026-11-20T05:00:00Z')).map(({ message }) => message.type)).toEqual(['schedule.file'])
  await db().updateTable('app_user').set({ nick_name: '登记人员' }).where('id', '=', manager.id).execute()
  const told = await house.pass('2026-11-21T05:00:00Z')
  expect(told.map(({ message, posting }) => [message.type, message.lines, posting.files])).toEqual([
    ['schedule.failed', ['设置该定时发送的人已无权发送，请由有权限的人重新保存'], []],
  ])
  expect((await runsOf(id)).map(({ state }) => state)).toEqual(['done', 'refused'])
  // The next user who saves it becomes its owner.
  const [row] = (await other.caller().schedules.find({})).data
  await other.caller().schedules.save({ ...dailyList({ channelIds: [mail] }), id, rowVersion: row?.rowVersion })
  expect((await house.pass('2026-11-22T05:00:00Z')).map(({ message }) => message.type)).toEqual(['schedule.file'])
  await db().updateTable('app_user').set({ disabled: true }).where('id', '=', other.id).execute()
  expect((await house.pass('2026-11-23T05:00:00Z')).map(({ message }) => message.type)).toEqual(['schedule.failed'])
})

test('Catch up one missed run, none after a pause; run on demand; run once across processes', async () => {
  const { house, companyId, schedules } = await base()
  const mail = await house.channel({ company_id: companyId })
  const { id } = await schedules().save(dailyList({ channelIds: [mail] }))
  expect(await house.pass('2026-11-25T09:00:00Z')).toHaveLength(1)
  expect((await runsOf(id)).map(({ planned }) => planned.toISOString())).toEqual(['2026-11-20T05:00:00.000Z'])
  expect((await schedules().find({})).data[0]?.nextRunStr).toBe('2026-11-26 13:00:00')

  await schedules().setStatus({ id, on: false })
  expect(await house.pass('2026-11-28T09:00:00Z')).toEqual([])
  await schedules().setStatus({ id, on: true })
  expect(await house.pass()).toEqual([])
  await schedules().run({ id })
  await schedules().run({ id })
  expect((await house.pass()).map(({ message }) => message.type)).toEqual(['schedule.file'])
  expect((await schedules().runs({ id, page: 1, size: 20 })).data[0]).toMatchObject({ manual: true, state: 'done' })

  house.at('2026-11-29T05:00:00Z')
  const processes = [house.jobs(), house.jobs(), house.jobs()]
  await Promise.all(processes.map((one) => one.flush()))
  await Promise.all(processes.map((one) => one.close()))
  expect(await house.pass()).toHaveLength(1)

  // A process died during a run: another one takes the run, and sends nothing twice.
  await sql`update schedule_run set state = 'running', ended_at = null where id = (select max(id) from schedule_run where schedule_id = ${id})`.execute(
    db(),
  )
  // Or it lost its lease, and tells its outcome after the next one has taken the run.
  const [late] = [await takeRun(db(), house.context().clock()), await takeRun(db(), house.context().clock())]
  if (late) await endRun(db(), late.run, { state: 'again', problem: { zh: '迟', en: 'late' } }, house.context().clock())
  expect(await house.pass()).toEqual([])
  expect((await runsOf(id)).at(-1)).toMatchObject({ state: 'done' })
  expect((await schedules().delete({ id })).id).toBe(id)
  expect(await house.pass('2026-12-05T05:00:00Z')).toEqual([])
})

test('Send a file above 10 MB as a link, by mail, too', async () => {
  const { house, companyId, site, schedules } = await base()
  const mail = await house.channel({ company_id: companyId })
  // A few long texts are the shortest way to a large file.
  const machines = 50
  for (let index = 1; index < machines; index++)
    await buildDevice(db(), { company_id: companyId, site_id: site.id, client_id: null, account_id: null })
  await db()
    .updateTable('device')
    .set({ active_worker: 'w'.repeat(Math.ceil(mostMailBytes / machines)) })
    .where('company_id', '=', companyId)
    .execute()
  await schedules().save(dailyList({ channelIds: [mail] }))
  const [sent] = await house.pass('2026-11-20T05:00:00Z')
  expect(sent).toMatchObject({ message: { type: 'schedule.link', link: { text: '下载文件' } }, posting: { files: [] } })
})

test('Report an invalid schedule at its field', async () => {
  const { house, companyId, client, schedules } = await base()
  const foreign = await house.channel({ company_id: (await buildCompany(db())).id })
  const own = await house.channel({ company_id: companyId })
  const ofClient = await house.channel({ company_id: companyId, client_id: client.id })
  const wrong: [Partial<Parameters<typeof dailyList>[0]> & Record<string, unknown>, string][] = [
    [{ channelIds: [foreign] }, 'channelIds'],
    [{ channelIds: [2_000_000_000] }, 'channelIds'],
    [{ channelIds: [] }, 'channelIds'],
    [{ channelIds: [ofClient] }, 'channelIds'],
    [{ content: 'statement', channelIds: [own] }, 'channelIds'],
    [{ list: undefined, channelIds: [own] }, 'list'],
    [{ list: 'audit', channelIds: [own] }, 'list'],
    [{ viewId: 2_000_000_000, channelIds: [own] }, 'viewId'],
    [{ filters: { nonsense: 1 }, channelIds: [own] }, 'filters'],
    [{ every: 'week', channelIds: [own] }, 'weekdays'],
    [{ every: 'month', channelIds: [own] }, 'monthDay'],
    [{ every: 'month', monthDay: 32, channelIds: [own] }, 'monthDay'],
    [{ time: '24:00', channelIds: [own] }, 'time'],
    [{ name: ' ', channelIds: [own] }, 'name'],
  ]
  for (const [given, field] of wrong) {
    const error = await schedules()
      .save(dailyList(given as never))
      .catch((refused: unknown) => refused)
    const { appCode, fields } = describeError(error, 'zh')
    expect({ appCode, fields: fields?.map((one) => one.field) }, JSON.stringify(given)).toEqual({
      appCode: 'VALIDATION',
      fields: [field],
    })
  }
  await expect(
    schedules().save(dailyList({ content: 'statement', clientId: 2_000_000_000, channelIds: [own] })),
  ).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await schedules().find({})).totalCount).toBe(0)
  expect((await schedules().preview({ every: 'month', monthDay: 31, time: '08:00' })).runs[0]).toEqual({
    timeStr: '2026-11-30 08:00:00',
    shortened: true,
  })
})
