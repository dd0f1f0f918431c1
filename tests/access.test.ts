import { describe, expect, test } from 'vitest'
import { permissions, ruleOf } from '#server/permissions.ts'
import { assertPermissionsComplete } from '#server/permissions-complete.ts'
import { routes } from '#server/rest/routes.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { roles } from '#shared/roles.ts'
import { buildContext } from './support/context.ts'
import { useDatabase } from './support/database.ts'
import { openDoor } from './support/sign-in.ts'

const database = useDatabase({ emptied: 'file' })
const paths = Object.keys(permissions) as (keyof typeof permissions)[]
const closed = paths.filter((path) => ruleOf(path).anonymous !== 'open')

const viewerAs = (role: Viewer['role']): Viewer => ({
  actor: 'user',
  userId: 1,
  userName: role,
  name: role,
  role,
  companyId: 1,
  companyKind: 'base',
  tenantId: 1,
  clientId: null,
  accountId: null,
  sessionId: 1,
})

/** Call `path` without input: a caller who passes the guard gets an input error or a result. */
async function codeOf(path: string, context: Parameters<ReturnType<typeof createCallerFactory>>[0]): Promise<string> {
  const caller: unknown = createCallerFactory(appRouter)(context)
  let found = caller
  for (const part of path.split('.')) found = Reflect.get(found as object, part)
  try {
    await (found as (input: unknown) => Promise<unknown>)(undefined)
    return 'answered'
  } catch (error) {
    const { cause, code } = error as { cause?: { code?: string }; code?: string }
    return cause?.code ?? code ?? String(error)
  }
}

test('give every procedure its own rule, and every rule its procedure', () => {
  expect(() => assertPermissionsComplete(appRouter)).not.toThrow()
  const { 'auth.login': login, ...others } = appRouter._def.procedures as unknown as Record<string, unknown>
  expect(() => assertPermissionsComplete({ _def: { procedures: others } })).toThrow(
    'rule without procedure: auth.login',
  )
  expect(() =>
    assertPermissionsComplete({ _def: { procedures: { ...others, 'auth.login': login, 'auth.other': login } } }),
  ).toThrow('procedure without rule: auth.other')
  expect(() =>
    assertPermissionsComplete({ _def: { procedures: { ...others, 'auth.login': others['auth.info'] } } }),
  ).toThrow('auth.login checks the rule of auth.info')
})

test('change nothing by a GET that a browser may prefetch, except for the documented sign-in by a ticket', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
  const changing = routes.filter(
    ({ method, procedure }) => method === 'GET' && procedures[procedure]?._def.type !== 'query',
  )
  expect(new Set(changing.map(({ procedure }) => procedure))).toEqual(new Set(['auth.loginByTicket']))
})

test('serve each documented call by one procedure', () => {
  const calls = paths.flatMap((path) => ruleOf(path).calls)
  expect(new Set(calls).size).toBe(calls.length)
})

describe.each(closed)('%s', (path) => {
  test('refuses a caller without a token, and with an unknown one', async () => {
    expect(await codeOf(path, buildContext(database.db))).toBe('TOKEN_UNKNOWN')
    expect(await codeOf(path, await openDoor(database.db).context({ headers: { 'x-token': 'unknown' } }))).toBe(
      'TOKEN_UNKNOWN',
    )
  })

  const unnamed = roles.filter((role) => !ruleOf(path).reach[role])
  if (unnamed.length === 0) return
  test(`refuses ${unnamed.join(', ')}, and says so in the audit log`, async () => {
    for (const role of unnamed) {
      const denied: string[] = []
      const audit = {
        write: async () => undefined,
        denied: async (_: unknown, refused: string) => void denied.push(refused),
      }
      expect(await codeOf(path, buildContext(database.db, { viewer: viewerAs(role), services: { audit } }))).toBe(
        'FORBIDDEN',
      )
      expect(denied).toEqual([path])
    }
  })
})

test('open exactly the procedures that a user without an account needs', () => {
  expect(paths.filter((path) => !closed.includes(path)).sort()).toEqual([
    'attachments.download',
    'auth.branding',
    'auth.login',
    'auth.loginByTicket',
    'auth.logout',
    'auth.publicKey',
    'auth.refresh',
    'auth.register',
    'auth.resetPassword',
    'auth.sendCode',
    'classes.activity',
    'classes.checkMeeting',
    'reports.lookUp',
  ])
})
