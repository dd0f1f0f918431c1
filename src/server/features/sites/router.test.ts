import { expect, test } from 'vitest'
import { deviceStates } from '#shared/devices.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDevice,
  buildHeadquarters,
  buildSite,
  type UserValues,
} from '#tests/support/factories.ts'

const database = useDatabase()

async function fleet() {
  const { db } = database
  const base = await buildCompany(db, { name: '华东基地', province: '浙江' })
  const site = await buildSite(db, { tenant: base, name: '站点10', province: '江苏' })
  const below = await buildSite(db, { super_company_id: site.id, name: '站点2', province: '安徽' })
  const west = await buildCompany(db, { name: '西北基地' })
  const client = await buildClient(db, { company_id: base.id, name: '甲' })
  const guest = await buildClient(db, { company_id: west.id, name: '乙' })
  const account = await buildAccount(db, { client_id: client.id, name: '甲一', site_id: site.id })
  const guestAccount = await buildAccount(db, { client_id: guest.id, name: '乙一' })
  const placed = { client_id: client.id, account_id: account.id }
  for (const state of deviceStates) await buildDevice(db, { site_id: site.id, state, ...placed })
  await buildDevice(db, { site_id: below.id, client_id: guest.id, account_id: guestAccount.id })
  const caller = async (given: UserValues) => buildCallerAs(db, given)
  return {
    base,
    site,
    below,
    west,
    client,
    guest,
    account,
    guestAccount,
    manager: await caller({ company_id: (await buildHeadquarters(db)).id }),
    baseManager: await caller({ company_id: base.id, nick_name: '基地负责人' }),
    atBelow: await caller({ company_id: below.id, nick_name: '检验员' }),
    ofGuest: await caller({ company_id: west.id, nick_name: '客户', client_id: guest.id }),
    ofAccount: await caller({ company_id: base.id, nick_name: '子账号', account_id: account.id }),
  }
}
const names = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name)

test('Count only devices of the site itself in its row, so that rows add up to the cards', async () => {
  const { manager, site } = await fleet()
  const { data, totalCount } = await manager.sites.find({})
  expect(totalCount).toBe(4)
  expect(data.find(({ id }) => id === site.id)).toEqual({
    id: site.id,
    name: '站点10',
    province: '江苏',
    totalDeviceCount: 8,
    normalDeviceCount: 1,
    lowDeviceCount: 1,
    warnDeviceCount: 1,
    offlineDeviceCount: 1,
    repairingDeviceCount: 1,
    repairedDeviceCount: 1,
    lostDeviceCount: 1,
    scrapDeviceCount: 1,
  })
  const sum = data.reduce((total, row) => total + row.totalDeviceCount, 0)
  expect((await manager.charts.counts({})).total).toBe(sum)
})

test('Sort sites by name in natural order or by any count, and find them by a part of the name', async () => {
  const { baseManager } = await fleet()
  expect(names(await baseManager.sites.find({}))).toEqual(['华东基地', '站点2', '站点10'])
  expect(names(await baseManager.sites.find({ orderColumn: 'totalDeviceCount', orderWay: 'desc' }))).toEqual([
    '站点10',
    '站点2',
    '华东基地',
  ])
  expect(names(await baseManager.sites.find({ orderColumn: 'total_device_count' as 'name', size: 5 }))).toEqual([
    '华东基地',
    '站点2',
    '站点10',
  ])
  expect(names(await baseManager.sites.find({ name: '点2' }))).toEqual(['站点2'])
  const second = await baseManager.sites.find({ page: 2, size: 1 })
  expect([names(second), second.totalCount]).toEqual([['站点2'], 3])
})

test('Offer each caller the sites, clients and accounts in reach', async () => {
  const { manager, baseManager, atBelow, ofGuest, ofAccount } = await fleet()
  const offered = async (caller: typeof manager) => [
    names(await caller.sites.find({})),
    names(await caller.clients.find({})),
    names(await caller.accounts.find({})),
  ]
  expect(await offered(manager)).toEqual([
    ['华东基地', '西北基地', '站点2', '站点10'],
    ['甲', '乙'],
    ['甲一', '乙一'],
  ])
  expect(await offered(baseManager)).toEqual([
    ['华东基地', '站点2', '站点10'],
    ['甲', '乙'],
    ['甲一', '乙一'],
  ])
  expect(await offered(atBelow)).toEqual([['站点2'], ['乙'], ['乙一']])
  expect(await offered(ofGuest)).toEqual([['站点2'], ['乙'], ['乙一']])
  expect(await offered(ofAccount)).toEqual([['站点10'], ['甲'], ['甲一']])
})

test('Narrow accounts by the chosen client or site, and clients by the chosen company', async () => {
  const { manager, client, guest, site, below, west } = await fleet()
  expect(names(await manager.accounts.find({ clientId: client.id }))).toEqual(['甲一'])
  expect(names(await manager.accounts.find({ clientId: guest.id }))).toEqual(['乙一'])
  expect(names(await manager.accounts.find({ siteId: site.id }))).toEqual(['甲一'])
  expect((await manager.accounts.find({ siteId: below.id })).data[0]).toMatchObject({
    name: '乙一',
    client: '乙',
    site: null,
  })
  expect((await manager.clients.find({ companyId: west.id })).data).toMatchObject([
    { id: guest.id, name: '乙', companyId: west.id, company: '西北基地', province: null, totalDeviceCount: 0 },
  ])
})

test('Offer nothing for a foreign company, as for a missing one', async () => {
  const { baseManager, west } = await fleet()
  for (const companyId of [west.id, 99_999]) {
    await expect(baseManager.sites.find({ companyId })).rejects.toThrow('数据不存在')
    await expect(baseManager.clients.find({ companyId })).rejects.toThrow('数据不存在')
    await expect(baseManager.accounts.find({ companyId })).rejects.toThrow('数据不存在')
  }
})
