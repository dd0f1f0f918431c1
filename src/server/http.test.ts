import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { createLookUpRate } from '#server/services/rates.ts'
import { useDatabase } from '#tests/support/database.ts'
import { startWholeServer, type WholeServer, type WholeServerOptions } from '#tests/support/whole-server.ts'
import { type Asked, createReadyz } from './http/health.ts'

const base = useDatabase({ emptied: 'file' })
let server: WholeServer

const restart = async (options: WholeServerOptions = {}) => {
  await server.stop()
  server = await startWholeServer(base, options)
}
const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)

/** Sends bytes as they are and answers with the first line that comes back. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
    socket.on('error', reject)
  })

beforeEach(async () => {
  server = await startWholeServer(base)
})
afterEach(() => server.stop())

describe('every answer', () => {
  test.each(['/', '/healthz', '/api/nothing', '/trpc/nothing', '/nothing', '/metrics', '/%zz'])(
    '%s carries the headers that protect the browser',
    async (path) => {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of [
        "default-src 'self'",
        "script-src 'self';",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "form-action 'self'",
      ])
        expect(policy).toContain(part)
      expect(policy).not.toContain('unsafe-eval')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=(self)')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('asks browsers to stay with TLS where a trusted proxy says that there is TLS', async () => {
    await restart({ config: { TRUST_PROXY: '1' } })
    const { headers } = await get('/healthz', { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    await restart()
    expect(
      (await get('/healthz', { headers: { 'x-forwarded-proto': 'https' } })).headers.get('strict-transport-security'),
    ).toBeNull()
  })

  test('of an interface stays out of every cache', async () => {
    expect((await get('/api/nothing')).headers.get('cache-control')).toBe('no-store')
    expect((await get('/trpc/auth.branding')).headers.get('cache-control')).toBe('no-store')
  })

  test('names the request, with the id of the proxy when it sends one', async () => {
    expect((await get('/healthz')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect((await get('/healthz', { headers: { 'x-request-id': 'proxy-12345' } })).headers.get('x-request-id')).toBe(
      'proxy-12345',
    )
  })
})

describe('what cannot be served', () => {
  function oneField(): FormData {
    const form = new FormData()
    form.set('userName', 'a')
    return form
  }
  test.each([
    ['an unknown page', '/nothing', undefined, 404, '请求的地址不存在'],
    ['an unknown call', '/api/nothing', undefined, 404, '请求的地址不存在'],
    ['a broken percent sign', '/%zz', undefined, 400, '输入有误：百分号编码无效'],
    ['a body that is not JSON', '/api/users/actions/login', '{"userName":', 400, '请求内容不是有效的 JSON'],
    [
      'a body above a megabyte',
      '/api/users/actions/login',
      'x'.repeat(1_100_000),
      413,
      '提交的内容过大：上限为 64 KB（解压后计）',
    ],
    [
      'a form with parts where JSON belongs',
      '/api/users/actions/login',
      oneField(),
      415,
      '不接受 multipart/form-data，可用：application/json',
    ],
  ])('%s is answered in the envelope', async (_what, path, body, status, message) => {
    const answer = await get(path, body === undefined ? {} : { method: 'POST', body })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ code: status, message, data: null })
  })

  test.each([
    ['a key written twice', '{"userName":"a","userName":"b"}', '输入有误：用户名 userName (重复出现)'],
    [
      'text that nothing can keep',
      '{"userName":"a\\u0000"}',
      '输入有误：用户名 userName (含有无法保存的字符（NUL 或不成对的代理字符）)',
    ],
  ])('%s is named in the words of the caller', async (_what, body, message) => {
    expect(await (await get('/api/users/actions/login', { method: 'POST', body })).json()).toEqual({
      code: 400,
      message,
      data: null,
    })
  })

  test('a body above a megabyte is refused by tRPC, and above a feed for everybody', async () => {
    const answer = await get('/trpc/auth.login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'x'.repeat(1_100_000) }),
    })
    expect(answer.status).toBe(413)
    const anonymous = await get('/trpc/feeds.update', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'x'.repeat(1_100_000) }),
    })
    expect([401, 413]).toContain(anonymous.status)
  })

  test('a batch of eleven calls, or of sign-ins, is refused', async () => {
    const eleven = Array.from({ length: 11 }, () => 'auth.branding').join(',')
    expect((await get(`/trpc/${eleven}?batch=1&input={}`)).status).toBe(400)
    const guesses = await get('/trpc/auth.login,auth.login?batch=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(guesses.status).toBe(400)
  })

  test('malformed HTTP is closed and the next request is served', async () => {
    expect(await raw('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n')).toContain(' 400 ')
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain(' 431 ')
    expect(
      await raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ).toContain(' 400 ')
    expect((await get('/healthz')).status).toBe(200)
  })
})

describe('health', () => {
  test('tells that the process lives and that the database answers', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('is not ready while the process stops', async () => {
    await restart({ draining: () => true })
    const answer = await get('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await get('/healthz')).headers.get('connection')).toBe('close')
  })

  test('is not ready when the database does not answer', async () => {
    await server.stop()
    const broken = { ...base, pool: base.pool, db: base.db, ping: () => Promise.reject(new Error('gone')) }
    server = await startWholeServer(broken)
    expect((await get('/readyz')).status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
  })

  test('is ready, and says that it is busy, while work of our own holds the one connection of the embedded engine', async () => {
    await server.stop()
    const held = await openDatabase(
      { databaseUrl: null, databaseReadUrl: null, dataDir: '' },
      pino({ level: 'silent' }),
      { inMemory: true },
    )
    let release: () => void = () => undefined
    const work = held.db.transaction().execute(async (trx) => {
      const done = new Promise<void>((resolve) => {
        release = resolve
      })
      await sql`select 1`.execute(trx)
      await done
    })
    server = await startWholeServer(held)
    const answer = await get('/readyz')
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'busy' }])
    release()
    await work
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
    await held.close()
    expect((await get('/readyz')).status).toBe(503)
  }, 60_000)

  test.each([
    ['an embedded engine that answers nothing', { answeredAt: Date.now() - 60_000, maintaining: false }, 503],
    ['one whose vacuum takes long', { answeredAt: Date.now() - 60_000, maintaining: true }, 200],
    [
      'one of which a long transaction asks nothing',
      { waiting: 0, answeredAt: Date.now() - 60_000, maintaining: false },
      200,
    ],
    ['a server that answers nothing', null, 503],
  ])('%s is told apart from one at work', async (_what, progress, status) => {
    const engine = progress && { progress: () => ({ waiting: 1, ...progress }) }
    const database = { ping: () => new Promise<void>(() => undefined), embedded: engine } as unknown as Asked
    const http = createServer(
      express().get(
        '/readyz',
        createReadyz(database, () => false),
      ),
    )
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(status)
    await new Promise((resolve) => http.close(resolve))
  })

  test('counts requests by route and status, without a series for what a caller makes up', async () => {
    await get('/made-up-1')
    await get('/made-up-2')
    await get('/trpc/auth.branding')
    await get('/api/users/publicKey')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('route="/api/users/publicKey",status="200"} 1')
    expect(text).toContain('http_requests_total{method="GET",route="(unknown)",status="404"} 2')
    expect(text).toContain('route="/trpc/auth.branding"')
    expect(text).toContain('database_connections{state="open"}')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).not.toContain('made-up')
  })

  test('says when to try again in a header of the tRPC door, too, where it has refused one who came too often', async () => {
    await restart({ services: { lookUpRate: createLookUpRate(base.db) } })
    const input = encodeURIComponent(JSON.stringify({ reportNumber: 'R1', checkCode: 'ABCDEF' }))
    const answers = []
    for (let tries = 0; tries < 11; tries += 1)
      answers.push(await get(`/trpc/reports.lookUp?input=${input}`, { headers: { 'accept-language': 'en' } }))
    const [first, last] = [answers.at(0), answers.at(-1)]
    if (!last) throw new Error('no answer')
    expect(last.status).toBe(429)
    const seconds = Number(last.headers.get('retry-after'))
    expect(seconds > 50 && seconds <= 60).toBe(true)
    expect((await last.json()).error.message).toBe(`Too many tries, try again in ${seconds} s`)
    expect(first?.headers.get('retry-after')).toBeNull()
  })

  test('shows its figures only to the holder of METRICS_TOKEN when one is set', async () => {
    await restart({ config: { METRICS_TOKEN: 'scrape-secret' } })
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { headers: { authorization: 'Bearer scrape-secreT' } })).status).toBe(401)
    expect((await get('/metrics', { headers: { authorization: 'Bearer scrape-secret' } })).status).toBe(200)
  })
})

describe('the access log', () => {
  test('has one line a request and no query, token or body in it', async () => {
    await get('/api/users/login?token=very-secret', { headers: { authorization: 'cat other-secret' } })
    await get(`/api/${'a1'.repeat(32)}`)
    // Every connection is closed then, and every line written.
    await server.stop()
    const lines = server.logged.filter((line) => line.msg === 'request')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/api/users/login', address: '127.0.0.1' })
    expect(lines[1]).toMatchObject({ path: '/api/…', status: 404 })
    expect(JSON.stringify(server.logged)).not.toContain('secret')
  })
})
