import { expect } from 'vitest'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import type { Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const find = 'POST /api/users/find/'
const update = 'POST /api/users/update/{id}'
const login = 'POST /api/users/actions/login'
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
const credentials = (userName: string) => ({ userName, password: wrapped(testPassword) })

/** Create a base with its manager, an inspector at a station and a registrar. */
async function staffed(world: World) {
  const base = await world.newBase()
  const station = await world.ask('POST /api/groups/save', {}, { name: '一号工位', companyId: base.company.id })
  const inspector = await world.person({
    nick_name: '检验员',
    company_id: base.company.id,
    group_id: station.id,
    name: '李检',
  })
  const registrar = await world.person({ nick_name: '登记人员', company_id: base.company.id, name: '登记' })
  return {
    ...base,
    station,
    inspector,
    registrar,
    people: [base.manager, inspector, registrar].map(({ user }) => user.id),
  }
}

export const userCases: Cases = {
  C007: async (world) => {
    const profile = 'GET /api/users/getProfile/{id}'
    const { user, token } = await world.person({ phone: '13800200001', name: '安娜' })
    const own = {
      id: user.id,
      userName: user.user_name,
      phone: '13800200001',
      name: '安娜',
      nickName: '管理层',
      companyId: user.company_id,
      avatar: null,
    }
    const told = await world.ask(profile, { id: user.id }, {}, token)
    expect(told).toMatchObject({
      ...own,
      companyName: '总部',
      createTimeStr: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(JSON.stringify(told)).not.toContain('assword')
    expect((await world.refused(profile, { id: user.id }, {}, world.fleet.inspector.token)).code).toBe(404)
  },
  C009: async (world) => {
    const { company, people, manager } = await staffed(world)
    const all = await world.list(find, {
      page: 1,
      size: 10,
      total: 0,
      name: '',
      companyId: company.id,
      createTimeQuery: '',
    })
    expect([all.totalCount, ids(all.data).sort()]).toEqual([3, people.sort()])
    const second = await world.list(find, { page: 2, size: 2, companyId: company.id }, manager.token)
    expect([second.totalCount, second.data.length]).toEqual([3, 1])
    expect((await world.list(find, { name: '李检', companyId: company.id })).data).toMatchObject([
      { name: '李检', nickName: '检验员', group: '一号工位' },
    ])
    expect((await world.list(find, { createTimeQuery: ['2020-01-01', '2020-01-02'] }, manager.token)).totalCount).toBe(
      0,
    )
    expect((await world.refused(find, {}, { companyId: company.id }, world.fleet.baseManager.token)).code).toBe(404)
  },
  C010: async (world) => {
    const byName = 'GET /api/users/getByNickName/{name}'
    const { inspector, registrar } = await staffed(world)
    expect(await world.ask(byName, { name: '检验员' }, {}, inspector.token)).toEqual([
      { id: inspector.user.id, name: '李检' },
    ])
    expect(await world.ask(byName, { name: '登记人员' }, {}, inspector.token)).toEqual([
      { id: registrar.user.id, name: '登记' },
    ])
    expect(await world.ask(byName, { name: '厂长' }, {}, inspector.token)).toEqual([])
  },
  C011: async (world) => {
    const { company, manager, inspector } = await staffed(world)
    const told = await world.ask<Row[]>(
      'GET /api/users/getOperatorAndBaseAdmin/{id}',
      { id: company.id },
      {},
      inspector.token,
    )
    expect(ids(told).sort()).toEqual([manager.user.id, inspector.user.id].sort())
  },
  C012: async (world) => {
    const { station, inspector } = await staffed(world)
    const list = 'GET /api/users/listUserAll?groupId={groupId}&page={page}&size={size}'
    const told = await world.ask<{ data: Row[]; totalCount: number }>(list, { groupId: station.id, page: 1, size: 20 })
    expect([told.totalCount, ids(told.data)]).toEqual([1, [inspector.user.id]])
    expect(told.data).toMatchObject([{ groupId: station.id, group: '一号工位' }])
    expect(await world.ask(list, { groupId: station.id, page: 2, size: 20 })).toMatchObject({ totalCount: 1, data: [] })
  },
  C013: async (world) => {
    const save = 'POST /api/users/save'
    const { company, manager } = await world.newBase()
    const given = {
      phone: '13800200013',
      name: '新检验员',
      nickName: '检验员',
      companyId: company.id,
      workUnit: '质检站',
      birthday: '1991-03-04',
    }
    const sent = { ...given, password: wrapped(testPassword) }
    // Assigning a role requires the caller's own password again.
    expect((await world.refused(save, {}, sent, manager.token)).message).toContain('请输入您的登录密码')
    const { id, rowVersion } = await world.ask(save, {}, { ...sent, ownPassword: wrapped(testPassword) }, manager.token)
    expect((await world.list(find, { name: '新检验员' }, manager.token)).data).toMatchObject([
      { id, ...given, userName: given.phone, firstPassword: true },
    ])
    expect(await world.ask(login, {}, credentials(given.phone), null)).toMatchObject({
      id,
      nickName: '检验员',
      lastPasswordResetDate: null,
    })
    expect(await world.ask(save, {}, { id, rowVersion, name: '改名' }, manager.token)).toMatchObject({ id })
    expect((await world.list(find, { name: '改名' }, manager.token)).data).toMatchObject([{ id, phone: given.phone }])
    expect((await world.refused(save, {}, sent, manager.token)).message).toContain('手机号')
  },
  C014: async (world) => {
    const { inspector, manager } = await staffed(world)
    const { id } = inspector.user
    const { rowVersion = 0 } = (await world.list(find, { name: '李检' }, manager.token)).data[0] ?? {}
    const saved = await world.ask(
      update,
      { id },
      { name: '新名', job: '检验', password: '', rowVersion },
      manager.token,
    )
    const now = (await world.list(find, { name: '新名' }, manager.token)).data[0]
    expect(saved).toEqual(now)
    expect(now).toMatchObject({ id, name: '新名', job: '检验', nickName: '检验员', rowVersion: rowVersion + 1 })
    // A blank password keeps the old one.
    expect(await world.ask(login, {}, credentials(inspector.user.user_name), null)).toMatchObject({ id })
    expect((await world.refused(update, { id }, { name: 'x', rowVersion }, manager.token)).code).toBe(409)
    expect((await world.refused(update, { id }, { name: 'x', rowVersion }, world.fleet.baseManager.token)).code).toBe(
      404,
    )
  },
  C017: async (world) => {
    const remove = 'POST /api/users/delete/{id}'
    const { company, inspector, manager } = await staffed(world)
    const { id, user_name } = inspector.user
    expect((await world.refused(remove, { id }, {}, world.fleet.baseManager.token)).code).toBe(404)
    expect(await world.ask(remove, { id }, {}, manager.token)).toEqual({ id })
    expect((await world.list(find, { companyId: company.id })).totalCount).toBe(2)
    expect((await world.refused(login, {}, credentials(user_name), null)).message).toBe(
      '用户名或密码错误，请检查后重试',
    )
    expect((await world.refused('GET /api/users/info', {}, {}, inspector.token)).code).toBeGreaterThan(50000)
  },
}
