import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildSite } from '#tests/support/factories.ts'
import { useLostSite } from '#tests/support/lost-site.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const { lostSite, callerAs } = useLostSite(database)

test('Find an event, and read its machines, its notices and the list of its machines', async () => {
  const { manager, event, site, client, other, account } = await lostSite()
  expect(event).toMatchObject({
    kind: 'site.outage',
    severity: 'critical',
    site: site.name,
    count: 120,
    worst: 120,
    of: 120,
    acknowledged: null,
    mutedBy: null,
  })
  const detail = await manager.alerts.get({ id: event.id })
  expect(detail.owners.map(({ client: name, count, down }) => [name, count, down])).toEqual([
    [client.name, 90, 90],
    [other.name, 30, 30],
  ])
  expect(detail).toMatchObject({ machines: 120, timeline: [{ moment: 'opened', count: 120 }], earlier: [] })
  expect(detail.owners[1]?.accountId).toBe(account.id)
  const { serialList, found } = await manager.alerts.machines({ id: event.id })
  expect(found).toBe(120)
  expect((await manager.devices.find({ serialList, size: 5 })).totalCount).toBe(120)
  expect(await manager.alerts.open({})).toMatchObject({
    counts: { critical: 1, warning: 0, notice: 0 },
    waiting: { critical: 1, warning: 0, notice: 0 },
    rows: [{ id: event.id }],
  })
  expect(await manager.alerts.marks({ startDate: '2026-11-20', endDate: '2026-11-20', siteId: site.id })).toMatchObject(
    [{ id: event.id, day: '2026-11-20', worst: 120 }],
  )
  expect(await manager.alerts.marks({ startDate: '2026-11-18', endDate: '2026-11-19' })).toEqual([])
  const found2 = async (request: Parameters<typeof manager.alerts.find>[0]) =>
    (await manager.alerts.find(request)).totalCount
  expect(
    await Promise.all([
      found2({ open: false }),
      found2({ kind: 'share.low' }),
      found2({ severity: 'critical' }),
      found2({ siteId: site.id }),
    ]),
  ).toEqual([0, 0, 1, 1])
  expect(
    await Promise.all([
      found2({ clientId: other.id }),
      found2({ endDate: '2026-11-19' }),
      found2({ startDate: '2026-11-20', endDate: '2026-11-20' }),
    ]),
  ).toEqual([1, 0, 1])
})

test('Show an owner only their own machines of an event; hide an event without machines of theirs', async () => {
  const { manager, event, client, other, account, tenant } = await lostSite()
  await manager.alerts.acknowledge({ id: event.id, reason: '竞争对手的变压器', rowVersion: event.rowVersion })
  const owner = await callerAs({ nick_name: '客户', company_id: tenant.id, client_id: client.id })
  const { data } = await owner.alerts.find({})
  expect(data).toMatchObject([
    { id: event.id, count: 90, worst: 90, of: null, batchId: null, acknowledged: { by: null, reason: null } },
  ])
  const detail = await owner.alerts.get({ id: event.id })
  expect(detail).toMatchObject({
    machines: 90,
    owners: [{ clientId: client.id, count: 90 }],
    timeline: [{ moment: 'opened', count: null }],
  })
  expect(JSON.stringify([data, detail, await owner.alerts.open({})])).not.toContain('竞争对手')
  expect((await owner.alerts.machines({ id: event.id })).found).toBe(90)
  await expect(owner.alerts.acknowledge({ id: event.id, reason: 'x' })).rejects.toEqual(refusal('FORBIDDEN'))
  await expect(owner.alerts.find({ clientId: other.id })).rejects.toEqual(refusal('NOT_FOUND'))

  const sub = await callerAs({ nick_name: '子账号', company_id: tenant.id, account_id: account.id })
  expect((await sub.alerts.get({ id: event.id })).machines).toBe(30)
  const third = await callerAs({
    nick_name: '客户',
    company_id: tenant.id,
    client_id: (await buildClient(database.db, { company_id: tenant.id })).id,
  })
  expect(await third.alerts.find({})).toEqual({ data: [], totalCount: 0 })
  await expect(third.alerts.get({ id: event.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(third.alerts.machines({ id: event.id })).rejects.toEqual(refusal('NOT_FOUND'))
})

test('Stop counting a moved machine for its former client; filter events by sub-account', async () => {
  const { manager, event, client, other, account, tenant } = await lostSite()
  const owner = await callerAs({ nick_name: '客户', company_id: tenant.id, client_id: client.id })
  const theirs = await callerAs({ nick_name: '客户', company_id: tenant.id, client_id: other.id })
  await sql`update device set client_id = ${other.id}, account_id = ${account.id} where serial in ('M00000', 'M00001')`.execute(
    database.db,
  )
  expect((await owner.alerts.find({})).data).toMatchObject([{ id: event.id, count: 88, worst: 90 }])
  expect((await owner.alerts.get({ id: event.id })).owners).toMatchObject([
    { clientId: client.id, count: 90, down: 88 },
  ])
  const marks = async (caller: typeof manager, places: { clientId?: number; accountId?: number }) =>
    (await caller.alerts.marks({ startDate: '2026-11-20', endDate: '2026-11-20', ...places })).map(({ id, worst }) => [
      id,
      worst,
    ])
  expect(await marks(theirs, { accountId: account.id })).toEqual([[event.id, 30]])
  expect(await marks(manager, { clientId: other.id, accountId: account.id })).toEqual([[event.id, 120]])
  await sql`delete from alert where id = ${event.id}`.execute(database.db)
  expect(await theirs.alerts.find({})).toEqual({ data: [], totalCount: 0 })
})

test('Answer NOT_FOUND for the events of another base or site', async () => {
  const { event, tenant, site } = await lostSite()
  const sister = await buildSite(database.db, { tenant })
  for (const company of [await buildCompany(database.db), sister]) {
    const stranger = await callerAs({ nick_name: '基地负责人', company_id: company.id })
    expect(await stranger.alerts.find({})).toEqual({ data: [], totalCount: 0 })
    expect((await stranger.alerts.open({})).counts.critical).toBe(0)
    await expect(stranger.alerts.get({ id: event.id })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(stranger.alerts.acknowledge({ id: event.id, reason: 'x' })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(stranger.alerts.silence({ id: event.id, minutes: 5, reason: 'x' })).rejects.toEqual(
      refusal('NOT_FOUND'),
    )
    await expect(stranger.alerts.find({ siteId: site.id })).rejects.toEqual(refusal('NOT_FOUND'))
  }
  const own = await callerAs({ nick_name: '基地负责人', company_id: site.id })
  expect((await own.alerts.find({})).data.map(({ id }) => id)).toEqual([event.id])
})

test('Acknowledge an open event with a reason, once; withdraw it; log both; refuse after its end', async () => {
  const made = await lostSite()
  const { manager, event } = made
  const refused = await manager.alerts
    .acknowledge({ id: event.id })
    .catch((error: unknown) => describeError(error, 'zh').message)
  expect(refused).toContain('请填写原因')
  const saved = await manager.alerts.acknowledge({ id: event.id, reason: '停电', rowVersion: event.rowVersion })
  expect(saved).toEqual({ id: event.id, rowVersion: event.rowVersion + 1 })
  await expect(
    manager.alerts.acknowledge({ id: event.id, reason: '再次', rowVersion: event.rowVersion }),
  ).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  expect(await manager.alerts.get({ id: event.id })).toMatchObject({
    mutedBy: 'acknowledged',
    acknowledged: { reason: '停电', by: expect.any(String) },
  })
  // It is still open, but waits for nobody.
  expect(await manager.alerts.open({})).toMatchObject({ counts: { critical: 1 }, waiting: { critical: 0 } })
  made.pass(300)
  await made.tick()
  expect(await made.notices()).toEqual(['site.outage opened 120'])
  await manager.alerts.acknowledge({ id: event.id, acknowledged: false })
  expect(await manager.alerts.get({ id: event.id })).toMatchObject({ mutedBy: null, acknowledged: null })
  await made.tick()
  expect(await made.notices()).toEqual(['site.outage opened 120', 'site.outage still 120'])
  await made.feed(made.lines(90))
  await made.feed(made.lines(30, { client: made.other.name, account: made.account.name }, 'X'))
  await expect(manager.alerts.acknowledge({ id: event.id, reason: '停电' })).rejects.toMatchObject({
    cause: { code: 'ALERT_OVER' },
  })
  const log = await auditEntries(database.db, 'alerts.%', ['action', 'company_id', 'target_kind', 'details'])
  expect(log).toMatchObject([
    {
      action: 'alerts.acknowledge',
      company_id: made.tenant.id,
      target_kind: 'alert',
      details: { acknowledged: true, count: 120, reason: '停电' },
    },
    { action: 'alerts.acknowledge', details: { acknowledged: false } },
  ])
})
