import { expect } from 'vitest'
import { createTicket } from '#server/features/auth/sessions.ts'
import { testNow } from '#tests/support/context.ts'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import type { Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const login = 'POST /api/users/actions/login'
const info = 'GET /api/users/info'
const chosen = 'Frost#Pine88'
type Login = Row & { token: string; companyId: number; permissions: string[]; routes: { path: string }[] }

/**
 * Sign in at `address` with both spellings of name and company; a wrong password is refused with the documented text.
 */
async function signsIn(
  world: World,
  address: string,
  spelling: 'userName' | 'username',
  company: 'companyid' | 'companyId',
): Promise<void> {
  const { user } = await world.person()
  const body = { [spelling]: ` ${user.user_name} `, password: wrapped(testPassword), [company]: user.company_id }
  const entered = await world.ask<Login>(address, {}, body, null)
  expect(entered).toMatchObject({
    id: user.id,
    name: user.name,
    nickName: '管理层',
    companyId: world.headquarters.id,
    token: expect.stringMatching(/^\S{20,}$/),
  })
  expect(entered.lastPasswordResetDate).not.toBeUndefined()
  expect(await world.ask(info, {}, {}, entered.token)).toMatchObject({ id: user.id, userName: user.user_name })
  const refused = await world.refused(address, {}, { ...body, password: wrapped('Wrong#Word1') }, null)
  expect(refused.message).toBe('用户名或密码错误，请检查后重试')
  expect((await world.refused(address, {}, { ...body, password: testPassword }, null)).code).not.toBe(200)
}

/** Sign in once by a token in an address, as its user; an unknown token is refused. */
async function entersByTicket(world: World, address: string): Promise<void> {
  const { user, token } = await world.person()
  const { token: ticket } = await world.db.transaction().execute((trx) => createTicket(trx, user.id, null, testNow))
  const entered = await world.ask<Login>(address, { token: ticket }, {}, null)
  expect(entered).toMatchObject({ id: user.id, name: user.name, companyId: user.company_id })
  expect(entered.token).not.toBe(token)
  expect(await world.ask(info, {}, {}, entered.token)).toMatchObject({ id: user.id })
  expect((await world.refused(address, { token: ticket }, {}, null)).message).toContain('获取失败')
  expect((await world.refused(address, { token: 'nobody-made-this' }, {}, null)).message).toContain('获取失败')
}

const register = (phone: string) => ({
  phone,
  name: '新人',
  identifier: '品质部',
  birthday: '1990-02-28',
  password: wrapped(chosen),
  passwordAgain: wrapped(chosen),
})

/** Send a code to `phone` and read it there. */
async function codeOf(world: World, phone: string): Promise<string> {
  await world.ask('POST /api/users/sendMsg/{phone}', { phone }, {}, null)
  return world.messages.findLast((message) => message.phone === phone)?.code ?? ''
}

export const authCases: Cases = {
  C001: (world) => signsIn(world, login, 'userName', 'companyid'),
  C002: (world) => signsIn(world, 'POST /api/users/login', 'username', 'companyId'),
  C003: (world) => entersByTicket(world, 'GET /api/users/getByToken?token={token}'),
  C004: (world) => entersByTicket(world, 'GET /api/users/getLoginByToken?token={token}'),
  C005: async (world) => {
    const { token } = await world.person()
    const logout = 'POST /api/users/actions/logout?token={token}'
    await world.ask(info, {}, {}, token)
    await world.ask(logout, { token }, {}, token)
    expect((await world.refused(info, {}, {}, token)).code).toBe(50012)
    // The response is the same if the token has ended, or does not exist.
    await world.ask(logout, { token }, {}, null)
    await world.ask(logout, { token: 'unknown' }, {}, null)
  },
  C006: async (world) => {
    const { inspector, company } = world.fleet
    const told = await world.ask<Login>(info, {}, {}, inspector.token)
    expect(told).toMatchObject({
      id: inspector.user.id,
      companyId: company.id,
      companyName: '华东基地',
      nickName: '检验员',
      name: '李检',
      avatar: null,
    })
    expect(told.permissions).toContain('trace')
    expect(told.permissions).not.toContain('user')
    const paths = (routes: Login['routes']) => routes.map(({ path }) => path)
    const manager = await world.ask<Login>(info)
    expect(paths(manager.routes)).toEqual(expect.arrayContaining(paths(told.routes)))
    expect(manager.routes.length).toBeGreaterThan(told.routes.length)
    expect((await world.refused(info, {}, {}, 'nonsense')).code).toBe(50008)
    expect(await world.refused(info, {}, {}, null)).toMatchObject({ code: 50008, message: '您已被登出，请重新登录' })
  },
  C008: async (world) => {
    const send = 'POST /api/users/sendMsg/{phone}'
    const [{ user }, { user: byId }] = [
      await world.person({ phone: '13800100001' }),
      await world.person({ phone: '13800100002' }),
    ]
    expect(await world.ask(send, { phone: '13800100001' }, {}, null)).toEqual({ sent: true, minutes: 5 })
    expect(await world.ask(send, { phone: byId.id }, {}, null)).toEqual({ sent: true, minutes: 5 })
    const sent = world.messages.filter(({ phone }) => [user.phone, byId.phone].includes(phone))
    expect(sent).toMatchObject([
      { phone: '13800100001', code: expect.stringMatching(/^\d{6}$/) },
      { phone: '13800100002' },
    ])
    expect((await world.refused(send, { phone: '13800100001' }, {}, null)).code).toBe(429)
  },
  C015: async (world) => {
    const { user } = await world.person()
    const signIn = (password: string) => ({ userName: user.user_name, password: wrapped(password) })
    const { token } = await world.ask<Login>(login, {}, signIn(testPassword), null)
    const change = 'POST /api/users/updatePassword/{id}'
    const body = { userName: user.user_name, password: wrapped(chosen) }
    expect((await world.refused(change, { id: user.id }, { ...body, password: wrapped('short') }, token)).code).toBe(
      400,
    )
    expect((await world.refused(change, { id: world.manager.user.id }, body, token)).code).toBe(403)
    // The session of world.person ends, this one continues.
    expect(await world.ask(change, { id: user.id }, body, token)).toEqual({ id: user.id, ended: 1 })
    expect((await world.refused(login, {}, signIn(testPassword), null)).message).toBe('用户名或密码错误，请检查后重试')
    expect((await world.ask<Login>(login, {}, signIn(chosen), null)).lastPasswordResetDate).toContain('2026-11-20')
    await world.ask(info, {}, {}, token)
  },
  C016: async (world) => {
    const phone = '13800100003'
    const { user, token } = await world.person({ phone })
    const reset = 'POST /api/users/resetPassword/{id}'
    const code = await codeOf(world, phone)
    const body = { userName: phone, code, newPasswd: wrapped(chosen) }
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await world.refused(reset, { id: 0 }, { ...body, code: wrong }, null)).message).toContain(
      '验证码错误或已过期',
    )
    expect(await world.ask(reset, { id: 0 }, body, null)).toEqual({ reset: true })
    expect((await world.refused(reset, { id: user.id }, body, null)).message).toContain('验证码错误或已过期')
    expect((await world.refused(info, {}, {}, token)).code).toBe(50012)
    expect(await world.ask(login, {}, { userName: user.user_name, password: wrapped(chosen) }, null)).toMatchObject({
      id: user.id,
    })
  },
  C018: async (world) => {
    const { company, site, manager } = await world.newBase()
    const { user, token } = manager
    const change = 'POST /api/users/changeCompany/{companyId}/{userId}'
    const there = { companyId: site.id, userId: user.id }
    expect(await world.ask(info, {}, {}, token)).toMatchObject({ companyId: company.id })
    expect((await world.refused(change, { ...there, companyId: world.fleet.company.id }, {}, token)).code).toBe(403)
    expect((await world.refused(change, { ...there, userId: world.manager.user.id }, {}, token)).code).toBe(403)
    const moved = await world.ask<Login>(change, there, {}, token)
    expect(moved).toMatchObject({ id: user.id, companyId: site.id, companyName: site.name })
    expect(await world.ask(info, {}, {}, moved.token)).toMatchObject({ companyId: site.id })
    expect((await world.refused(info, {}, {}, token)).code).toBe(50012)
  },
  C019: async (world) => {
    for (const [address, phone] of [
      ['POST /api/users/actions/register', '13800100011'],
      ['POST /api/users/register', '13800100012'],
    ] as const) {
      expect(
        (await world.refused(address, {}, { ...register(phone), passwordAgain: wrapped('Frost#Pine89') }, null))
          .message,
      ).toContain('密码不一致')
      expect(await world.ask(address, {}, register(phone), null)).toEqual({ registered: true })
      const { data, totalCount } = await world.list('POST /api/users/find/', { name: phone })
      expect(totalCount).toBe(1)
      expect(data).toMatchObject([
        { phone, name: '新人', identifier: '品质部', birthday: '1990-02-28', nickName: null, pending: true },
      ])
    }
  },
  C020: async (world) => {
    const branding = 'GET /api/company/getByDomain?domain={domain}'
    const { company } = world.fleet
    expect(await world.ask(branding, { domain: 'east' }, {}, null)).toEqual({
      id: company.id,
      name: '华东基地',
      picId: null,
      smallPicId: null,
    })
    expect(await world.ask(branding, { domain: 'nowhere' }, {}, null)).toBeNull()
  },
}
