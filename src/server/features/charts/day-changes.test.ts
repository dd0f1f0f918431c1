import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs } from '#server/services/jobs/jobs.ts'
import type { DeviceState } from '#shared/devices.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildDaily, buildDevice, buildSite } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { useWatchedBase } from '#tests/support/watched-base.ts'

const database = useDatabase()
const { place } = useWatchedBase(database)
const day = '2026-11-20'

test('Return each change with its states, cause and author; hide staff names from owners', async () => {
  const { db } = database
  const { site, client, account, person, baseManager, ofClient, elsewhere } = await place()
  const device = await buildDevice(db, {
    site_id: site.id,
    client_id: client.id,
    account_id: account.id,
    state: 'repairing',
  })
  await buildDaily(db, device, day)
  const event = (from: DeviceState, to: DeviceState, at: string) => ({
    company_id: device.company_id,
    device_id: device.id,
    from_state: from,
    to_state: to,
    cause: 'repairOut' as const,
    user_id: person.id,
    note: '风扇',
    at,
  })
  // 01:00 on the 20th in Shanghai, and a change from the day before.
  await db
    .insertInto('device_event')
    .values([event('offline', 'repairing', '2026-11-19T17:00:00Z'), event('normal', 'offline', '2026-11-19T15:00:00Z')])
    .execute()
  const asked = { start: day, end: day }
  const changed = {
    deviceId: device.id,
    serial: device.serial,
    from: 'offline',
    to: 'repairing',
    cause: 'repairOut',
    site: '一站',
    by: '周海东',
    note: '风扇',
  }
  for (const filter of [{}, { siteId: site.id }, { clientId: client.id }, { state: 'repairing' as const }])
    expect(await baseManager.charts.dayChanges({ ...asked, ...filter })).toMatchObject({
      totalCount: 1,
      data: [changed],
    })
  expect((await baseManager.charts.dayChanges({ ...asked, state: 'lost' })).totalCount).toBe(0)
  expect(await ofClient.charts.dayChanges(asked)).toMatchObject({
    totalCount: 1,
    data: [{ ...changed, by: null, note: null }],
  })
  expect((await elsewhere.charts.dayChanges(asked)).totalCount).toBe(0)
  const listed = await baseManager.charts.dayDevices({ day, part: 'repairing' })
  expect(listed.data).toMatchObject([
    { serial: device.serial, change: { from: 'offline', to: 'repairing', by: '周海东' } },
  ])
})

test('Count the changes by a feed until it is undone; then count neither them nor their undoing', async () => {
  const { db } = database
  const { site, person } = await place()
  await buildDaily(
    db,
    await buildDevice(db, {
      site_id: site.id,
      serial: 'A1',
      state: 'normal',
      last_report_at: new Date('2026-11-20T03:00:00Z'),
    }),
    day,
  )
  const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
  const caller = buildCaller(db, {
    viewer: await viewerOf(db, person),
    services: { jobs },
    config: database.url === null ? {} : { DATABASE_URL: database.url },
  })
  const told = async () => {
    const { totalCount, data } = await caller.charts.dayChanges({ start: day, end: day })
    const { data: devices } = await caller.charts.dayDevices({ day, part: 'offlineRate' })
    return {
      totalCount,
      changes: data.map(({ from, to, cause }) => `${from}>${to} ${cause}`),
      devices: devices.map(({ change }) => change?.to),
    }
  }
  await caller.feeds.update({ devices: [lineOf('A1', { hashRate: 12 })] })
  const stands = { totalCount: 1, changes: ['normal>low feed'], devices: [] }
  expect(await told()).toEqual(stands)
  const { batchId } = await caller.feeds.update({ devices: [lineOf('A1', { hashRate: 0, activeWorkerState: 'no' })] })
  expect(await told()).toEqual({
    totalCount: 2,
    changes: ['low>offline feed', 'normal>low feed'],
    devices: ['offline'],
  })
  await caller.feeds.undo({ id: batchId ?? 0 })
  expect(await told()).toEqual(stands)
  expect((await caller.charts.dayDevices({ day, part: 'low' })).data).toMatchObject([
    { change: { from: 'normal', to: 'low' } },
  ])
  await jobs.close()
})

test('Return a change with the owners of its day, not with the present ones', async () => {
  const { db } = database
  const { site, base, client, account, manager, ofClient } = await place()
  const device = await buildDevice(db, { site_id: site.id, client_id: client.id, account_id: account.id })
  await buildDaily(db, device, day)
  const noon = new Date(`${day}T04:00:00Z`)
  const change = {
    device_id: device.id,
    company_id: device.company_id,
    from_state: 'low' as const,
    to_state: 'normal' as const,
    cause: 'feed' as const,
    at: noon,
  }
  await db.insertInto('device_event').values(change).execute()
  const heir = await buildClient(db, { company_id: device.company_id })
  const next = await buildAccount(db, { client_id: heir.id })
  const elsewhere = await buildSite(db, { tenant: base })
  await db
    .updateTable('device')
    .set({ client_id: heir.id, account_id: next.id, site_id: elsewhere.id })
    .where('id', '=', device.id)
    .execute()
  for (const caller of [manager, ofClient]) {
    const { data } = await caller.charts.dayChanges({ start: day, end: day })
    expect(data).toMatchObject([{ deviceId: device.id, site: site.name, client: client.name, account: account.name }])
  }
})
