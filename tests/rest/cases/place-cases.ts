import { expect } from 'vitest'
import { buildAccount, buildDevice } from '#tests/support/factories.ts'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import { linesOf, type Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const site = 'GET /api/site/getById/{id}'
const client = 'GET /api/client/getById/{id}'
const account = 'GET /api/account/getById/{id}'
const names = (rows: readonly Row[]) => rows.map(({ name }) => name)
const none = { totalDeviceCount: 0, normalDeviceCount: 0, offlineDeviceCount: 0 }

/** Add and change a site at these two addresses, and check it by the next read. */
async function savesSites(world: World, saving: string, updating: string, domain: string): Promise<void> {
  const { company } = await world.newBase()
  const account = await buildAccount(world.db, { company_id: company.id })
  const given = { name: '五号站', domain, province: '江苏省', city: '苏州市', region: '吴中区', totalNumber: 8 }
  const made = await world.ask(saving, {}, { ...given, superCompanyId: company.id, accounts: [account.id] })
  expect(made).toMatchObject({ ...given, superCompanyId: company.id, accounts: [account.id], remainNumber: 8, ...none })
  expect(await world.ask(site, { id: made.id })).toEqual(made)
  const changed = await world.ask(
    updating,
    { id: made.id },
    { ...given, name: '六号站', accounts: [], rowVersion: made.rowVersion },
  )
  expect(changed).toMatchObject({ name: '六号站', accounts: [], rowVersion: made.rowVersion + 1 })
  expect(await world.ask(site, { id: made.id })).toEqual(changed)
  expect((await world.refused(saving, {}, { ...given, superCompanyId: company.id })).message).toContain('子域名已存在')
  expect((await world.refused(updating, { id: made.id }, { ...given, rowVersion: made.rowVersion })).code).toBe(409)
}

export const placeCases: Cases = {
  C084: async (world) => {
    const { company, suzhou, hangzhou, baseManager } = world.fleet
    const find = 'POST /api/company/find/'
    const own = await world.list(find, { page: 1, size: 100 }, baseManager.token)
    expect([own.totalCount, own.data.map(({ id }) => id).sort()]).toEqual([
      3,
      [company.id, suzhou.id, hangzhou.id].sort(),
    ])
    expect((await world.list(find, { page: 1, size: 100, name: '苏州' })).data).toEqual([
      { id: suzhou.id, name: '苏州站', kind: 'base', superCompanyId: company.id },
    ])
  },
  C087: async (world) => {
    const { company, clients } = world.fleet
    const told = await world.list('POST /api/agent/find/', { page: 1, size: 1000, companyId: company.id })
    expect(told).toEqual({ totalCount: 2, data: clients.map(({ id, name }) => ({ id, name })) })
  },
  C088: async (world) => {
    const { company, clients, client: owner } = world.fleet
    const find = 'POST /api/client/find/'
    const all = await world.list(find, {
      page: 1,
      size: 200,
      name: '',
      companyId: company.id,
      orderColumn: 'id',
      orderWay: 'asc',
    })
    expect(all.data.map(({ id, totalDeviceCount }) => [id, totalDeviceCount])).toEqual([
      [clients[0]?.id, 2],
      [clients[1]?.id, 3],
    ])
    expect(all.data[0]).toMatchObject({ company: '华东基地', normalDeviceCount: 1, offlineDeviceCount: 1 })
    expect(names((await world.list(find, {}, owner.token)).data)).toEqual(['甲'])
  },
  C106: async (world) => {
    const { company } = world.fleet
    const find = 'POST /api/site/find/'
    const body = {
      page: 1,
      size: 20,
      total: 0,
      name: '',
      companyId: company.id,
      orderColumn: 'totalDeviceCount',
      orderWay: 'desc',
    }
    const { data, totalCount } = await world.list(find, body)
    expect([totalCount, names(data).slice(0, 2)]).toEqual([3, ['苏州站', '杭州站']])
    expect(data[0]).toMatchObject({
      totalDeviceCount: 3,
      normalDeviceCount: 2,
      lowDeviceCount: 0,
      warnDeviceCount: 0,
      offlineDeviceCount: 1,
    })
    expect(data[1]).toMatchObject({
      totalDeviceCount: 2,
      lowDeviceCount: 1,
      repairingDeviceCount: 1,
      repairedDeviceCount: 0,
      lostDeviceCount: 0,
    })
    expect(names((await world.list(find, { name: '杭州', companyId: company.id })).data)).toEqual(['杭州站'])
  },
  C107: async (world) => {
    const { accounts, clients, hangzhou } = world.fleet
    const find = 'POST /api/account/find/'
    const ofClient = await world.list(find, { page: 1, size: 20, clientId: clients[0]?.id })
    expect(ofClient).toMatchObject({
      totalCount: 1,
      data: [{ id: accounts[0]?.id, client: '甲', site: '苏州站', totalDeviceCount: 2 }],
    })
    expect((await world.list(find, { siteId: hangzhou.id })).data).toMatchObject([
      { id: accounts[1]?.id, name: '乙-1' },
    ])
  },
  C108: async (world) => {
    const unassigned = 'GET /api/account/getUnassigned/{id}'
    const { company, site: own, accountId } = await world.newBase()
    const free = await buildAccount(world.db, { company_id: company.id })
    const read = async (id: number) => (await world.ask<Row[]>(unassigned, { id })).map((row) => row.id)
    expect(await read(own.id)).toEqual(expect.arrayContaining([accountId, free.id]))
    expect(await read(0)).toContain(free.id)
    expect(await read(0)).not.toContain(accountId)
  },
  C109: async (world) => {
    const told = await world.list('POST /api/company/findCenter')
    expect(told).toEqual({ totalCount: 1, data: [{ id: world.headquarters.id, name: '总部' }] })
  },
  C110: async (world) => {
    const { company, accountId } = await world.newBase()
    const given = { name: '新客户', companyId: company.id, province: '江苏省', city: '南京市', region: '江宁区' }
    const made = await world.ask('POST /api/client/save', {}, given)
    expect(made).toMatchObject({ ...given, company: company.name, accounts: [], ...none })
    expect(await world.ask(client, { id: made.id })).toEqual(made)
    expect((await world.refused('POST /api/client/save', {}, { ...given, name: ' ' })).code).toBe(400)
    // The documented form has another name for the superior company.
    const form = {
      name: '表单客户',
      domain: 'form',
      superCompanyId: String(company.id),
      accounts: [],
      totalNumber: 5,
      remainNumber: 5,
      id: '',
    }
    expect(await world.ask('POST /api/client/save', {}, form)).toMatchObject({
      name: '表单客户',
      companyId: company.id,
    })
    expect(
      (await world.refused('POST /api/client/save', {}, { ...given, name: '又一客户', accounts: [accountId] })).message,
    ).toContain('子账号属于其客户')
  },
  C111: async (world) => {
    const { clientId, company } = await world.newBase()
    const before = await world.ask(client, { id: clientId })
    const changed = await world.ask(
      'POST /api/client/update/{id}',
      { id: clientId },
      { name: '改名客户', city: '无锡市', rowVersion: before.rowVersion },
    )
    expect(changed).toMatchObject({ id: clientId, name: '改名客户', city: '无锡市', rowVersion: before.rowVersion + 1 })
    expect(await world.ask(client, { id: clientId })).toEqual(changed)
    expect(names((await world.list('POST /api/client/find/', { companyId: company.id })).data)).toEqual(['改名客户'])
    // The whole row may be sent back; a change that is not supported is refused.
    expect(await world.ask('POST /api/client/update/{id}', { id: clientId }, changed)).toMatchObject({
      accounts: before.accounts,
    })
    expect((await world.refused('POST /api/client/update/{id}', { id: clientId }, { accounts: [] })).message).toContain(
      '子账号属于其客户',
    )
  },
  C113: async (world) => {
    const { company, baseManager } = world.fleet
    const file = await world.file(
      'GET /api/company/export/{companyId}',
      { companyId: company.id },
      {},
      baseManager.token,
    )
    expect([file.name, file.type]).toEqual(['基地列表.csv', 'text/csv; charset=utf-8'])
    const lines = linesOf(file)
    expect(lines).toHaveLength(4)
    expect(
      lines
        .find((line) => line.startsWith('苏州站'))
        ?.split(',')
        .slice(1, 4),
    ).toEqual(['江苏省', '3', '2'])
  },
  C114: async (world) => {
    const { company, site: own, manager, accountId } = await world.newBase()
    const device = await buildDevice(world.db, { company_id: company.id, site_id: own.id, account_id: accountId })
    const remove = 'POST /api/company/delete/{id}'
    const password = wrapped(testPassword)
    expect((await world.refused(remove, { id: company.id }, { password }, manager.token)).code).toBe(403)
    expect((await world.refused(remove, { id: company.id }, { password: wrapped('Wrong#Word1') })).code).toBe(400)
    expect((await world.refused(remove, { id: world.headquarters.id }, { password })).code).toBe(400)
    expect(await world.ask(remove, { id: company.id }, { password })).toMatchObject({
      id: company.id,
      users: 1,
      devices: 1,
    })
    for (const [address, id] of [
      [site, company.id],
      [site, own.id],
      ['GET /api/device/getById/{id}', device.id],
    ] as const)
      expect((await world.refused(address, { id })).code).toBe(404)
    expect((await world.refused('GET /api/users/info', {}, {}, manager.token)).code).toBeGreaterThan(50000)
  },
  C120: async (world) => {
    await savesSites(world, 'POST /api/site/save', 'POST /api/site/update/{id}', 'site-case')
    await savesSites(world, 'POST /api/company/save', 'POST /api/company/update/{id}', 'company-case')
  },
  C121: async (world) => {
    const { suzhou, clients, accounts, company } = world.fleet
    const told = await world.ask(site, { id: suzhou.id })
    expect(told).toMatchObject({
      name: '苏州站',
      superCompany: '华东基地',
      totalDeviceCount: 3,
      normalDeviceCount: 2,
      accounts: [accounts[0]?.id],
    })
    const [owner, part] = [clients[1]?.id ?? 0, accounts[1]?.id ?? 0]
    expect(await world.ask(client, { id: owner })).toMatchObject({
      name: '乙',
      companyId: company.id,
      totalDeviceCount: 3,
      accounts: [part],
    })
    expect(await world.ask(account, { id: part })).toMatchObject({
      name: '乙-1',
      client: '乙',
      site: '杭州站',
      totalDeviceCount: 3,
    })
    const { manager } = await world.newBase()
    for (const [address, id] of [
      [site, suzhou.id],
      [client, owner],
      [account, part],
    ] as const)
      expect(await world.refused(address, { id }, {}, manager.token)).toMatchObject({
        code: 404,
        message: expect.stringMatching(/^数据不存在：/),
      })
  },
}
