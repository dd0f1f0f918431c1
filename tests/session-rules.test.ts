import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rememberDevice } from '#server/features/auth/remembered-devices.ts'
import { createSession, type NewSession } from '#server/features/auth/sessions.ts'
import { createAudit } from '#server/services/audit.ts'
import { createOwnLeases } from '#server/services/jobs/leases.ts'
import { createLimits } from '#server/services/sign-in/sign-in-limits.ts'
import { roleLabels } from '#shared/roles.ts'
import { auditEntries } from './support/audit-log.ts'
import { testNow } from './support/context.ts'
import { useDatabase } from './support/database.ts'
import { buildCompany, buildUser, type Company, type User } from './support/factories.ts'
import { startWholeServer, type WholeServer } from './support/whole-server.ts'

const database = useDatabase()
const time = { now: testNow.getTime() }
const clock = () => new Date(time.now)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const right = 'Own#Pass88'
let server: WholeServer

/** Create the limits of a separate process: its knowledge is in the database. */
const startServer = () => {
  const limits = createLimits({ db: database.db, clock, leases: createOwnLeases(), delay: async () => undefined })
  return startWholeServer(database, { config: { TRUST_PROXY: '1' }, clock, services: { limits, audit: createAudit() } })
}
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

type Answer = { ok: true; data: Record<string, unknown> } | { ok: false; message: string }
type Sender = { token?: string; ip?: string; cookie?: string }
type Door = (call: Call, input: Record<string, unknown>, from?: Sender) => Promise<Answer>
const calls = {
  login: ['POST /users/actions/login', 'auth.login'],
  mintTicket: ['POST /users/tickets', 'auth.mintTicket'],
  enter: ['GET /users/getByToken', 'auth.loginByTicket'],
  createToken: ['POST /users/tokens', 'auth.createToken'],
  refresh: ['POST /users/actions/refresh', 'auth.refresh'],
  sessions: ['GET /users/sessions', 'auth.sessions'],
  changeCompany: ['POST /users/changeCompany/:companyId/:userId', 'auth.changeCompany'],
} as const
type Call = keyof typeof calls

const headersOf = ({ token, ip = '203.0.113.7', cookie }: Sender) => ({
  'content-type': 'application/json',
  'x-forwarded-for': ip,
  origin: server.url,
  ...(token === undefined ? {} : { 'x-token': token }),
  ...(cookie === undefined ? {} : { cookie: `__Host-rm=${cookie}` }),
})

const rest: Door = async (call, input, from = {}) => {
  const [method = '', path = ''] = calls[call][0].split(' ')
  const url = new URL(`${server.url}/api${path.replace(/:(\w+)/g, (_, name: string) => String(input[name]))}`)
  if (method === 'GET') for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value))
  const answer = await fetch(url, {
    method,
    headers: headersOf(from),
    ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
  })
  const { code, message, data } = (await answer.json()) as {
    code: number
    message: string
    data: Record<string, unknown>
  }
  return code === 200 ? { ok: true, data } : { ok: false, message }
}
const trpc: Door = async (call, input, from = {}) => {
  const path = `${server.url}/trpc/${calls[call][1]}`
  const sent =
    call === 'sessions'
      ? fetch(path, { headers: headersOf(from) })
      : fetch(path, { method: 'POST', headers: headersOf(from), body: JSON.stringify(input) })
  const { result, error } = (await (await sent).json()) as {
    result?: { data: Record<string, unknown> }
    error?: { message: string }
  }
  return result ? { ok: true, data: result.data } : { ok: false, message: error?.message ?? '' }
}

let base: Company
let boss: User
let begun = 0

beforeEach(async () => {
  time.now = testNow.getTime()
  base = await buildCompany(database.db)
  const known = { password_hash: `hash of ${right}`, last_password_reset_date: testNow }
  boss = await buildUser(database.db, { ...known, user_name: 'boss', nick_name: roleLabels.manager })
  await buildUser(database.db, { ...known, user_name: 'anna', nick_name: roleLabels.inspector, company_id: base.id })
})

/** Create a session of the manager with an end known to the test. */
async function begin(more: Partial<NewSession> = {}): Promise<string> {
  begun += 1
  const session = {
    userId: boss.id,
    companyId: boss.company_id,
    now: clock(),
    passwordAt: clock(),
    address: '',
    agent: `test ${begun}`,
  }
  return (await createSession(database.db, { ...session, ...more })).token
}
const endOf = async (door: Door, token: string) => {
  const answer = await door('sessions', {}, { token })
  const { sessions } = (answer.ok ? answer.data : expect.fail(answer.message)) as {
    sessions: { current: boolean; expiresAt: string }[]
  }
  const own = sessions.find(({ current }) => current)
  return Date.parse(`${own?.expiresAt.replace(' ', 'T')}+08:00`) - testNow.getTime()
}
const tokenOf = (answer: Answer): string => (answer.ok ? String(answer.data.token) : expect.fail(answer.message))
const asks = (word: string) => ({ ok: false, message: expect.stringContaining(word) })
const enterBy = async (door: Door, token: string) =>
  tokenOf(await door('enter', { token: tokenOf(await door('mintTicket', {}, { token })) }))

describe.each([
  ['REST', rest],
  ['tRPC', trpc],
])('through %s', (_name, door) => {
  test('end a session begun by a ticket with the session of its creator, through any chain of tickets', async () => {
    const short = tokenOf(await door('createToken', { minutes: 1 }, { token: await begin() }))
    const first = await enterBy(door, short)
    const second = await enterBy(door, first)
    expect([await endOf(door, first), await endOf(door, second)]).toEqual([minute, minute])
    time.now += minute
    expect((await door('sessions', {}, { token: second })).ok).toBe(false)
    time.now = testNow.getTime()
    const browser = await begin({ expiresAt: new Date(time.now + 10 * minute) })
    expect(await endOf(door, await enterBy(door, await enterBy(door, browser)))).toBe(10 * minute)
    const long = await begin({ kind: 'script', expiresAt: new Date(time.now + 90 * day) })
    expect(await endOf(door, await enterBy(door, long))).toBe(12 * hour)
  })

  test('keep the company and the restrictions of its creator in a session begun by a ticket', async () => {
    const there = await begin({ companyId: base.id })
    const entered = await door('enter', { token: tokenOf(await door('mintTicket', {}, { token: there })) })
    expect(entered).toMatchObject({ ok: true, data: { companyId: base.id } })
    const reader = await begin({ kind: 'script', scope: 'read', expiresAt: new Date(time.now + day) })
    for (const call of ['mintTicket', 'createToken'] as const)
      expect(await door(call, { minutes: 1 }, { token: reader })).toMatchObject({ ok: false })
    const kept = tokenOf(await door('mintTicket', {}, { token: there }))
    await database.db.updateTable('session').set({ scope: 'read' }).where('company_id', '=', base.id).execute()
    const limited = tokenOf(await door('enter', { token: kept }))
    expect(await door('mintTicket', {}, { token: limited })).toMatchObject({ ok: false })
  })

  test('refuse a ticket of an ended session; begin a usual session by a ticket of the terminal', async () => {
    const token = await begin()
    const ticket = tokenOf(await door('mintTicket', {}, { token }))
    await database.db.updateTable('session').set({ ended_at: clock() }).where('ended_at', 'is', null).execute()
    expect(await door('enter', { token: ticket })).toMatchObject({ ok: false })
    const fromTerminal = tokenOf(await door('mintTicket', { userName: 'anna' }, { token: 'terminal' }))
    expect(await endOf(door, tokenOf(await door('enter', { token: fromTerminal })))).toBe(12 * hour)
  })

  test('require the caller’s password for a long token or one of another user, except by command', async () => {
    const token = await begin()
    for (const wanted of [{}, { days: 2 }, { minutes: 1_441 }, { userName: 'anna', minutes: 5 }]) {
      expect(await door('createToken', wanted, { token }), JSON.stringify(wanted)).toMatchObject(asks('请输入'))
      expect(await door('createToken', { ...wanted, ownPassword: 'Not#This99' }, { token })).toMatchObject(
        asks('密码错误'),
      )
      expect(await door('createToken', { ...wanted, ownPassword: right }, { token })).toMatchObject({ ok: true })
      await database.db.deleteFrom('login_attempt').execute()
    }
    expect(await door('createToken', { days: 1 }, { token })).toMatchObject({ ok: true, data: { userName: 'boss' } })
    expect(await door('createToken', { userName: 'anna' }, { token: 'terminal' })).toMatchObject({ ok: true })
  })

  test('create no token that outlives the present one, with any password', async () => {
    const token = tokenOf(await door('createToken', { days: 1 }, { token: await begin() }))
    for (const wanted of [{}, { days: 365 }, { minutes: 1_441 }, { days: 2, userName: 'anna' }]) {
      const answer = await door('createToken', { ...wanted, ownPassword: right }, { token })
      expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('不能用它创建更久的令牌') })
    }
    const equal = tokenOf(await door('createToken', { days: 1 }, { token }))
    expect(await endOf(door, equal)).toBe(day)
    time.now += hour
    expect(await door('createToken', { days: 1 }, { token: equal })).toMatchObject({ ok: false })
    expect(await door('createToken', { minutes: 30, userName: 'anna' }, { token: equal })).toMatchObject(asks('请输入'))
    const byTicket = await enterBy(door, tokenOf(await door('createToken', { minutes: 1 }, { token: equal })))
    expect(await door('createToken', { minutes: 30 }, { token: byTicket })).toMatchObject(asks('请输入'))
  })

  test('keep end and scope in a change of the company', async () => {
    const token = await begin({ kind: 'script', expiresAt: new Date(time.now + hour) })
    const moved = tokenOf(await door('changeCompany', { companyId: base.id, userId: boss.id }, { token }))
    expect(await endOf(door, moved)).toBe(hour)
    expect(await door('createToken', { minutes: 61, ownPassword: right }, { token: moved })).toMatchObject({
      ok: false,
    })
  })

  test('end a session begun by a remembered device with that device', async () => {
    const device = await rememberDevice(database.db, {
      userId: boss.id,
      now: new Date(time.now - 14 * day + hour),
      address: '',
      agent: '',
    })
    const token = tokenOf(await door('refresh', {}, { cookie: device.token }))
    expect(await endOf(door, token)).toBe(hour)
  })

  test('lock out only strangers after strangers’ guesses, not known networks and remembered devices', async () => {
    const login = (password: string, from: Sender) => door('login', { userName: 'anna', password }, from)
    const home = { ip: '198.51.100.20' }
    expect((await login(right, home)).ok).toBe(true)
    const anna = await database.db
      .selectFrom('app_user')
      .select('id')
      .where('user_name', '=', 'anna')
      .executeTakeFirstOrThrow()
    const { token: cookie } = await rememberDevice(database.db, {
      userId: anna.id,
      now: clock(),
      address: '',
      agent: '',
    })
    for (let guess = 0; guess < 120; guess += 1)
      expect((await login('Guess#Pass1', { ip: `10.9.${guess}.1` })).ok).toBe(false)
    const abroad = { ip: '192.0.2.9' }
    const refused = await login(right, abroad)
    expect(refused).toEqual(await door('login', { userName: 'nobody', password: right }, abroad))
    expect(refused.ok).toBe(false)
    // Another process, which has counted nothing itself.
    await server.stop()
    server = await startServer()
    expect((await login(right, { ip: '198.51.100.99' })).ok).toBe(true)
    expect((await login(right, abroad)).ok, 'strangers stay locked out when the user has signed in').toBe(false)
    expect((await login(right, { ...abroad, cookie: 'x'.repeat(43) })).ok).toBe(false)
    expect((await login(right, { ip: '192.0.3.9', cookie })).ok).toBe(true)
    for (let guess = 0; guess < 5; guess += 1) await login('Guess#Pass1', home)
    expect((await login(right, home)).ok, 'five tries, then a wait').toBe(false)
    expect((await login(right, { ...home, cookie })).ok, 'the device has its own').toBe(true)
    time.now += minute
    expect((await login(right, home)).ok).toBe(true)
    expect(await auditEntries(database.db, 'auth.lock', ['id'])).not.toEqual([])
  })
})
