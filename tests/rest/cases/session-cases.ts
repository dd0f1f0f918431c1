import { expect } from 'vitest'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import type { List, Row } from './ask.ts'
import type { World } from './world.ts'

/** List the sessions of a user and end the other one; and read them as an administrator. */
export async function sessions(world: World): Promise<void> {
  const { token } = await world.person()
  expect(await world.ask<string>('GET /api/users/publicKey', {}, {}, null)).toContain('PUBLIC KEY')
  const own = await world.ask<{ sessions: { id: number; current: boolean }[] }>(
    'GET /api/users/sessions',
    {},
    {},
    token,
  )
  expect(own.sessions).toMatchObject([{ current: true }])
  const { id = 0 } = own.sessions[0] ?? {}
  expect(await world.ask('POST /api/users/sessions/end', {}, { id, kind: 'session' }, token)).toEqual({ id })
  expect((await world.refused('GET /api/users/info', {}, {}, token)).code).toBe(50012)
  expect((await world.list('POST /api/audit/find', { action: 'auth.endOwn' })).totalCount).toBeGreaterThan(0)
  const versions = await world.ask<List>('POST /api/catalogue/versions')
  const newest = await world.ask<{ version: string; models: unknown[] }>('GET /api/catalogue/get')
  expect(versions.data).toContainEqual(
    expect.objectContaining({ version: newest.version, models: newest.models.length }),
  )
}

/** Create a ticket that signs in, and tokens for programs: a short one without, a long one with the user’s password. */
export async function issued(world: World): Promise<void> {
  const { user } = await world.person()
  const signedIn = await world.ask<{ token: string }>(
    'POST /api/users/actions/login',
    {},
    { userName: user.user_name, password: wrapped(testPassword) },
    null,
  )
  const ticket = await world.ask<{ token: string }>('POST /api/users/tickets', {}, {}, signedIn.token)
  const entered = await world.ask<{ token: string }>(
    'GET /api/users/getByToken?token={token}',
    { token: ticket.token },
    {},
    null,
  )
  expect(await world.ask('GET /api/users/info', {}, {}, entered.token)).toMatchObject({ id: user.id })
  const token = await world.ask<{ token: string }>(
    'POST /api/users/tokens',
    {},
    { minutes: 30, scope: 'read' },
    signedIn.token,
  )
  expect(await world.ask('GET /api/users/info', {}, {}, token.token)).toMatchObject({ id: user.id })
  expect((await world.refused('POST /api/users/tokens', {}, { days: 30 }, signedIn.token)).message).toContain(
    '登录密码',
  )
  const long = { days: 30, ownPassword: wrapped(testPassword) }
  expect(await world.ask('POST /api/users/tokens', {}, long, signedIn.token)).toMatchObject({
    userName: user.user_name,
  })
}

/** Sign in again by the cookie of a remembered browser, each time with the next one, until it is forgotten. */
export async function remembered(world: World): Promise<void> {
  const { user } = await world.person()
  const refresh = 'POST /api/users/actions/refresh'
  const given = { userName: user.user_name, password: wrapped(testPassword), remember: true }
  const { cookie: first } = await world.fromPage('POST /api/users/actions/login', given)
  const { data: entered, cookie: second } = await world.fromPage<Row & { token: string }>(refresh, {}, first)
  expect([entered.id, second === first]).toEqual([user.id, false])
  expect(await world.ask('GET /api/users/info', {}, {}, entered.token)).toMatchObject({ id: user.id })
  expect((await world.fromPage<null>(refresh, { forget: true }, second)).data).toBeNull()
  await expect(world.fromPage(refresh, {}, second)).rejects.toThrow(refresh)
}
