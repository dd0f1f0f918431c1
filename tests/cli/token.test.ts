import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#server/features/auth/sessions.ts'
import { roleLabels } from '#shared/roles.ts'
import { coldfleet, type RunOptions } from '#tests/support/coldfleet.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser, type User } from '#tests/support/factories.ts'
import { keys } from '#tests/support/sign-in.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const day = 86_400_000
const right = 'Own#Pass88'
let server: WholeServer
let boss: User
beforeAll(async () => {
  server = await startWholeServer(database, { services: { keys } })
  const known = { password_hash: `hash of ${right}`, last_password_reset_date: testNow }
  boss = await buildUser(database.db, { ...known, user_name: 'boss', nick_name: roleLabels.manager })
  await buildUser(database.db, {
    ...known,
    user_name: 'anna',
    nick_name: roleLabels.inspector,
    company_id: boss.company_id,
  })
})
afterAll(() => server?.stop())

async function create(kind: 'browser' | 'script', args: readonly string[], options: RunOptions = {}) {
  const session = {
    userId: boss.id,
    companyId: boss.company_id,
    kind,
    now: testNow,
    expiresAt: new Date(testNow.getTime() + day),
    passwordAt: null,
  }
  const { token } = await createSession(database.db, { ...session, address: '', agent: '' })
  return coldfleet(['token', 'create', '--url', server.url, '--token', token, ...args], options)
}

test('require the user’s password for a token of more than a day, and read it from a pipe', async () => {
  const asked = await create('browser', ['--user', 'boss', '--ttl', '30d'])
  expect(asked).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Enter your password') })
  const made = await create('browser', ['--user', 'anna', '--ttl', '30d'], { input: `${right}\n` })
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[\w-]{43}\n$/) })
  expect(await create('browser', ['--user', 'boss', '--ttl', '12h'])).toMatchObject({ status: 0 })
})

test('refuse days together with a lifetime before any question', async () => {
  const twice = await create('browser', ['--user', 'boss', '--ttl', '30m', '--days', '2'])
  expect(twice).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('--ttl and --days say the same'),
  })
})

test('create no token that outlives the present one, and show when that expires', async () => {
  const longer = await create('script', ['--user', 'boss', '--ttl', '365d'], { input: `${right}\n` })
  expect(longer).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/ends at 2026-11-21 12:00:00 and cannot create one that lives longer/),
  })
  expect(await create('script', ['--user', 'boss', '--ttl', '1d'])).toMatchObject({ status: 0 })
})
