import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { buildCallerAs, buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
  type UserValues,
} from '#tests/support/factories.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { rankingOf } from './rankings.ts'

const database = useDatabase()
const day = '2026-11-20'

/** Two provinces, one with two sites that spell its name differently, and two clients. */
async function fleet() {
  const { db } = database
  const base = await buildCompany(db)
  const sites = [
    await buildSite(db, { tenant: base, name: '一站', province: '江苏省' }),
    await buildSite(db, { tenant: base, name: '二站', province: '江苏' }),
    await buildSite(db, { tenant: base, name: '三站', province: '浙江省' }),
  ]
  const clients = [
    await buildClient(db, { company_id: base.id, name: '甲' }),
    await buildClient(db, { company_id: base.id, name: '乙' }),
  ]
  const accounts = await Promise.all(clients.map((client) => buildAccount(db, { client_id: client.id })))
  const put = async (site: number, owner: number, state: 'normal' | 'offline' | 'repaired') => {
    const ids = {
      site_id: sites[site]?.id ?? 0,
      client_id: clients[owner]?.id ?? 0,
      account_id: accounts[owner]?.id ?? 0,
    }
    const device = await buildDevice(db, { ...ids, state })
    await buildDaily(db, device, day, { reported: true })
    return device
  }
  await put(0, 0, 'normal')
  await put(0, 0, 'offline')
  await put(1, 1, 'normal')
  await put(2, 1, 'normal')
  await put(2, 1, 'repaired')
  const caller = async (given: UserValues, language: 'zh' | 'en' = 'zh') =>
    buildCallerAs(db, given, { request: { language } })
  return {
    base,
    sites,
    clients,
    manager: await caller({ company_id: (await buildHeadquarters(db)).id }),
    english: await caller({ company_id: base.id, nick_name: '基地负责人' }, 'en'),
    ofClient: await caller({ company_id: base.id, nick_name: '客户', client_id: clients[0]?.id ?? 0 }),
  }
}

test('Rank sites by province: rates weighted by devices, counts added, spellings merged', async () => {
  const { manager, english } = await fleet()
  expect(await manager.charts.siteRanking({ by: 'online_rate' })).toEqual({
    provinces: ['浙江', '江苏'],
    counts: [100, 66.66],
  })
  expect(await manager.charts.siteRanking({ by: 'offline_device_count' })).toEqual({
    provinces: ['江苏', '浙江'],
    counts: [1, 0],
  })
  expect(await english.charts.siteRanking({ by: 'repaired_device_count' })).toEqual({
    provinces: ['Zhejiang', 'Jiangsu'],
    counts: [1, 0],
  })
  expect(await manager.charts.siteRanking({ by: 'online_rate', basis: 'allOwned' })).toEqual({
    provinces: ['江苏', '浙江'],
    counts: [66.66, 50],
  })
})

test('Rank clients by name, and never for a client', async () => {
  const { manager, ofClient } = await fleet()
  expect(await manager.charts.clientRanking({ by: 'total_device_count' })).toEqual({
    provinces: ['乙', '甲'],
    counts: [3, 2],
  })
  expect(await manager.charts.clientRanking({ by: 'offline_rate', size: 1 })).toEqual({
    provinces: ['甲'],
    counts: [50],
  })
  for (const by of ['online_rate', 'total_device_count'] as const) {
    await expect(ofClient.charts.clientRanking({ by })).rejects.toThrow()
    await expect(ofClient.charts.siteRanking({ by })).rejects.toThrow()
  }
  await expect(ofClient.charts.provinces({})).rejects.toThrow()
})

test('Rank devices without client or site as a place of their own, also for one type', async () => {
  const { base, english } = await fleet()
  const { db } = database
  for (const state of ['normal', 'normal', 'offline', 'repaired'] as const) {
    const device = await buildDevice(db, {
      company_id: base.id,
      client_id: null,
      account_id: null,
      site_id: null,
      state,
    })
    await buildDaily(db, device, day, { reported: true })
  }
  for (const type of [undefined, 'T30'] as const) {
    const clients = await english.charts.clientRanking({ by: 'online_rate', type })
    expect(clients).toEqual({ provinces: ['乙', 'Unassigned', '甲'], counts: [100, 66.66, 50] })
    const sites = await english.charts.siteRanking({ by: 'online_rate', type })
    expect(Object.fromEntries(sites.provinces.map((name, index) => [name, sites.counts[index]]))).toMatchObject({
      Zhejiang: 100,
      Jiangsu: 66.66,
    })
    expect(sites.provinces).toHaveLength(3)
    const counted = await english.charts.siteRanking({ by: 'total_device_count', type })
    expect(counted.counts.reduce((sum, count) => sum + count, 0)).toBe(9)
  }
})

test('Match the sums of pies, bars and provinces with the cards', async () => {
  const { manager, ofClient, sites } = await fleet()
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  for (const caller of [manager, ofClient]) {
    const { total } = await caller.charts.counts({})
    for (const pie of [await caller.charts.clientPie({}), await caller.charts.sitePie({})])
      expect(sum(pie.map(({ value }) => value))).toBe(total)
    for (const by of ['province', 'site', 'client', 'account', 'type', 'state'] as const)
      expect(sum((await caller.charts.bar({ by })).counts), by).toBe(total)
  }
  expect(sum((await manager.charts.provinces({})).map(({ total }) => total))).toBe(5)
  expect(new Set((await manager.sites.find({ province: 'Jiangsu' })).data.map(({ id }) => id))).toEqual(
    new Set([sites[0]?.id, sites[1]?.id]),
  )
  expect((await ofClient.charts.clientPie({})).map(({ name }) => name)).toEqual(['甲'])
})

test('Match a bar of a province and type with list and cards, in both languages', async () => {
  const { manager, english, ofClient } = await fleet()
  for (const caller of [manager, english, ofClient]) {
    for (const type of ['T30', 'T20'] as const) {
      const bars = await caller.charts.bar({ by: 'province', type })
      for (const [index, province] of bars.provinces.entries()) {
        expect((await caller.devices.find({ province, type })).totalCount, province).toBe(bars.counts[index])
        expect((await caller.charts.counts({ province, type })).total, province).toBe(bars.counts[index])
      }
    }
  }
  expect((await manager.devices.find({ province: '江苏' })).totalCount).toBe(3)
  expect((await manager.devices.find({ province: '河南' })).totalCount).toBe(0)
})

test('Return the same line as the full chart, and the days of one device', async () => {
  const { manager, ofClient, clients } = await fleet()
  const range = { businessDateQuery: [addDays(day, -1), day] as [string, string] }
  expect(await manager.charts.line({ line: 'online_rate', ...range })).toEqual(
    await manager.charts.rate({ rate: 'online', ...range }),
  )
  expect(await manager.charts.line({ line: 'repaired', ...range })).toEqual({
    name: 'repaired',
    xAxisData: [addDays(day, -1), day],
    data: [null, 1],
  })
  const { data } = await manager.devices.find({ clientId: clients[0]?.id, state: 'offline' })
  const id = data[0]?.id ?? 0
  expect(await ofClient.charts.device({ id, ...range })).toMatchObject({
    states: [null, 'offline'],
    onlineRate: [null, 0],
  })
  const foreign = (await manager.devices.find({ clientId: clients[1]?.id })).data[0]?.id ?? 0
  await expect(ofClient.charts.device({ id: foreign, ...range })).rejects.toThrow('数据不存在')
})

test('Read only the roll-ups of one day for a ranking', async () => {
  const { base } = await fleet()
  const { db } = database
  const device = await buildDevice(db, { company_id: base.id })
  for (let back = 1; back <= 60; back += 1) await buildDaily(db, device, addDays(day, -back))
  await database.vacuum(['daily_scope', 'device_place_count'])
  const set = territoryOf([base.id])
  const book = await buildContext(db).services.places.book()
  const ranked = {
    set,
    naming: { book, language: 'zh' as const },
    column: 'site_id' as const,
    within: set,
    basis: 'inService' as const,
    size: 20,
  }
  for (const by of ['online_rate', 'offline_device_count'] as const) {
    const plans = await explain(database, (explained) => rankingOf(explained, { ...ranked, by }))
    const figures = plans.filter(({ text }) => !text.includes('from "province"'))
    for (const plan of figures) {
      expect(plan.text).toMatch(/daily_leaf|daily_scope|device_leaf_count|device_place_count/)
      expect(plan.text).not.toMatch(/device_daily|from device /)
      expect(plan.buffers).toBeLessThan(30)
    }
  }
})
