import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Admission, createAdmission, type Visit } from '#server/load/admission.ts'
import { loadClasses } from '#server/load/load-classes.ts'
import { useDatabase } from '#tests/support/database.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const base = useDatabase({ emptied: 'file' })
let server: WholeServer
let visits: Visit[] = []
let left = 0
/** Decides about a request: admit it, refuse it, or let the test keep it waiting. */
let decide: (visit: Visit) => void = ({ enter }) => enter()
/** The admission refuses every new request at once. */
let isFutile = false

const admission: Admission = {
  ...createAdmission(),
  turnAway({ refuse }) {
    if (isFutile) refuse(3)
    return isFutile
  },
  visit(visit) {
    visits.push(visit)
    decide(visit)
    return () => {
      left += 1
    }
  },
}
const refuseAll = ({ refuse }: Visit) => refuse(3)
const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  get(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

beforeAll(async () => {
  server = await startWholeServer(base, { admission })
})
afterAll(() => server.stop())
beforeEach(() => {
  visits = []
  left = 0
  decide = ({ enter }) => enter()
  isFutile = false
})

describe('a refused request', () => {
  test.each([
    ['zh', '系统繁忙，请稍后重试'],
    ['en', 'The system is busy, please try again later'],
  ])('Answer in the envelope of REST, in %s', async (language, message) => {
    decide = refuseAll
    const answer = await post('/api/device/find/', {}, { 'x-locale': language })
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      503,
      '3',
      'no-store',
    ])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await answer.json()).toEqual({ code: 503, message, data: null })
  })

  test('Answer in the envelope of tRPC, once or for each call of a batch', async () => {
    const refusal = await (await get('/trpc/devices.find?input={}', { headers: { 'x-locale': 'en' } })).json()
    decide = refuseAll
    const alone = await get('/trpc/devices.find?input={}', { headers: { 'x-locale': 'en' } })
    const error = {
      message: 'The system is busy, please try again later',
      code: -32603,
      data: {
        code: 'SERVICE_UNAVAILABLE',
        httpStatus: 503,
        appCode: 'BUSY',
        details: { retryAfterSeconds: 3, notBegun: true },
        fields: [],
      },
    }
    expect([alone.status, alone.headers.get('retry-after'), await alone.json()]).toEqual([503, '3', { error }])
    // The same form as any other refusal of tRPC.
    expect(Object.keys(refusal.error.data).sort()).toEqual(Object.keys(error.data).sort())
    const batch = await get('/trpc/charts.counts,charts.pie?batch=1&input={}', { headers: { 'x-locale': 'en' } })
    expect([batch.status, await batch.json()]).toEqual([503, [{ error }, { error }]])
    expect(await (await get('/trpc/charts.counts?batch=1&input={}', { headers: { 'x-locale': 'en' } })).json()).toEqual(
      [{ error }],
    )
  })

  test('Refuse before a byte of a large body is read, and before the session is looked up', async () => {
    decide = refuseAll
    const socket = await open()
    socket.write(
      'POST /api/device/updateDevice HTTP/1.1\r\nHost: a\r\nAuthorization: cat none\r\nContent-Length: 90000000\r\n\r\n',
    )
    socket.write('x'.repeat(200_000))
    const [line] = String(await new Promise((resolve) => socket.once('data', resolve))).split('\r\n', 1)
    expect(line).toBe('HTTP/1.1 503 Service Unavailable')
    socket.destroy()
  })

  test('Refuse a hopeless request without waiting for its body, and serve the next one on the connection', async () => {
    isFutile = true
    const socket = await open()
    const heard = () => new Promise((resolve) => socket.once('data', (bytes: Buffer) => resolve(bytes.toString())))
    const answer = heard()
    socket.write(
      'POST /api/users/actions/login HTTP/1.1\r\nHost: a\r\nX-Request-Id: asked-for-12\r\nContent-Length: 2\r\n\r\n',
    )
    expect(await answer).toMatch(/^HTTP\/1.1 503 [\s\S]*X-Request-Id: asked-for-12\r\n[\s\S]*Retry-After: 3\r\n/)
    isFutile = false
    const next = heard()
    socket.write('{}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await next).toMatch(/^HTTP\/1.1 200 /)
    expect(visits).toEqual([])
    socket.destroy()
  })

  test('Count a refusal, without a line in the log', async () => {
    decide = refuseAll
    const lines = server.logged.length
    await post('/api/device/find/', {})
    expect(server.logged.slice(lines).filter(({ level }) => level !== 20)).toEqual([])
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toMatch(/http_requests_total\{method="POST",route="\/api\/device\/find",status="503"\} \d/)
    for (const load of loadClasses) expect(metrics).toContain(`admission_refused_total{load="${load}"} 0`)
  })

  test('Never refuse a health check', async () => {
    decide = refuseAll
    expect([(await get('/healthz')).status, (await get('/readyz')).status, (await get('/metrics')).status]).toEqual([
      200, 200, 200,
    ])
    expect(visits).toEqual([])
  })
})

describe('the class of a request', () => {
  test.each([
    ['POST', '/api/users/actions/login', 'session', 'auth.login'],
    ['GET', '/api/users/info', 'session', 'auth.info'],
    ['GET', '/', 'session', '/pages'],
    ['POST', '/api/project/save', 'saving', 'projects.save'],
    ['GET', '/api/project/get/getProject', 'saving', 'projects.get'],
    ['PUT', '/API/Project/Update/7/', 'saving', 'projects.update'],
    ['POST', '/api/device/find/', 'reading', 'devices.find'],
    ['GET', '/images/a.png', 'reading', '/files'],
    ['GET', '/api/nothing', 'reading', '/api'],
    ['POST', '/api/data/getStackBarByState', 'charts', 'charts.stackedStates'],
    ['GET', '/trpc/cockpits.base', 'charts', 'cockpits.base'],
    ['POST', '/api/device/export', 'heavy', 'devices.export'],
    ['POST', '/api/project/exportPdf', 'heavy', 'projects.exportPdf'],
    ['POST', '/trpc/feeds.start', 'heavy', 'feeds.start'],
    ['GET', '/trpc/auth.info,charts.pie,devices.find?batch=1', 'charts', 'auth.info'],
    ['GET', '/trpc/nothing.atAll', 'reading', 'nothing.atAll'],
  ])('Classify %s %s as %s', async (method, path, load, name) => {
    decide = refuseAll
    await get(path, { method })
    expect(visits.map((visit) => [visit.load, visit.name])).toEqual([[load, name]])
  })

  test('Count the calls of a batch, ten at most', async () => {
    decide = refuseAll
    await get(`/trpc/${Array.from({ length: 30 }, () => 'auth.info').join(',')}?batch=1`)
    expect(visits[0]?.calls).toBe(10)
  })
})

describe('the caller of a request', () => {
  test('Identify a caller by company once the token was accepted, otherwise by address', async () => {
    const token = { authorization: 'cat terminal' }
    await get('/api/users/info', { headers: token })
    await get('/api/users/info', { headers: token })
    await get('/api/users/info', { headers: { authorization: 'cat made-up' } })
    await get('/api/users/info')
    const [first, second, madeUp, nobody] = visits.map(({ caller }) => caller)
    expect(first).toEqual(nobody)
    expect(madeUp).toEqual(nobody)
    expect(second?.tenant).toMatch(/^tenant \d+$/)
    expect(JSON.stringify(second)).not.toContain('terminal')
  })
})

describe('a slot', () => {
  test('Request a slot when the body has arrived, so that a slow sender holds none', async () => {
    const socket = await open()
    const answer = new Promise((resolve) => socket.once('data', resolve))
    socket.write('POST /api/users/actions/login HTTP/1.1\r\nHost: a\r\nContent-Length: 21\r\n\r\n{"userName"')
    await get('/api/nothing')
    expect(visits.map(({ name }) => name)).toEqual(['/api'])
    socket.write(': "anna" }')
    expect(String(await answer)).toContain('HTTP/1.1 200 OK')
    expect(visits.map(({ name }) => name)).toEqual(['/api', 'auth.login'])
    socket.destroy()
  })

  test('Request a slot when as much of a large body has arrived as is buffered', async () => {
    const socket = await open()
    socket.write(
      `POST /api/users/actions/login HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(300_000)}`,
    )
    await until(() => visits.length === 1)
    socket.destroy()
    await until(() => left === 1)
  })

  test('Release a slot with the response, or when a waiting caller leaves', async () => {
    await get('/api/nothing')
    expect(left).toBe(1)
    decide = () => undefined
    const leaving = new AbortController()
    const gone = get('/api/nothing', { signal: leaving.signal }).catch(() => 'gone')
    await until(() => visits.length === 2)
    leaving.abort()
    await until(() => left === 2)
    expect(await gone).toBe('gone')
  })
})
