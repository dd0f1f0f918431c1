import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { createHttp } from '#server/http.ts'
import { type Serving, serve } from '#server/serve.ts'
import { encryptPassword } from '#shared/password-encryption.ts'
import { signInAt, useDeployments } from '#tests/support/processes.ts'
import { fillSmallFleet } from '#tests/support/small-fleet.ts'

const deployments = useDeployments()
const chief = { userName: 'chief', password: 'Frost#Pine88' }
let app: App
let serving: Serving
let token: string
let locker: pg.Client

beforeAll(async () => {
  const deployment = await deployments.deploy('locked')
  app = await deployment.open({
    ADMIN_USER: chief.userName,
    ADMIN_PASSWORD: chief.password,
    LOCK_TIMEOUT: '4',
    STATEMENT_TIMEOUT: '6',
  })
  await fillSmallFleet(app.database, 20, '2026-11-20')
  token = await signInAt(app, chief.userName, chief.password)
  serving = await serve(createHttp(app), { port: 0, host: '127.0.0.1', noticeMs: 0 })
  locker = new pg.Client({ connectionString: deployment.databaseUrl })
  await locker.connect()
}, 60_000)
afterAll(async () => {
  await locker.end()
  await serving.stop()
})

const send = (path: string, body?: unknown) =>
  fetch(`${serving.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `cat ${token}`, 'content-type': 'application/json', 'x-locale': 'en' },
    body: body === undefined ? null : JSON.stringify(body),
  })
const told = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: number }).code ?? null]

test('keep sign-in, saving, other lists and health working while lists wait for a locked table', async () => {
  await locker.query('begin; lock table device in access exclusive mode')
  let ended = 0
  const lists = Array.from({ length: 24 }, () =>
    send('/api/device/find/', { page: 1, size: 20 }).finally(() => {
      ended += 1
    }),
  )
  const password = encryptPassword(app.services.keys.publicKey().pem, chief.password)
  const others = await Promise.all([
    send('/api/users/actions/login', { userName: chief.userName, password }).then(told),
    send('/api/users/info').then(told),
    send('/api/project/save', { name: '冷库', city: '南京' }).then(told),
    send('/api/project/find/', { page: 1, size: 20 }).then(told),
    send('/readyz').then(told),
    send('/healthz').then(told),
  ])
  expect(others).toEqual([
    [200, 200],
    [200, 200],
    [200, 200],
    [200, 200],
    [200, null],
    [200, null],
  ])
  expect(ended).toBe(0)
  const refused = await Promise.all(lists)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  await locker.query('rollback')
  expect(await told(await send('/api/device/find/', { page: 1, size: 20 }))).toEqual([200, 200])
}, 60_000)
