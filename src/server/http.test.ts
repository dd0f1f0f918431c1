import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { useServedBase } from '#tests/support/served-base.ts'

const { get, restart, raw, made } = useServedBase()

describe('every response', () => {
  test.each(['/', '/healthz', '/api/nothing', '/trpc/nothing', '/nothing', '/metrics', '/%zz'])(
    'Send the headers that protect the browser with %s',
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

  test('Send HSTS where a trusted proxy reports TLS', async () => {
    await restart({ config: { TRUST_PROXY: '1' } })
    const { headers } = await get('/healthz', { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    await restart()
    expect(
      (await get('/healthz', { headers: { 'x-forwarded-proto': 'https' } })).headers.get('strict-transport-security'),
    ).toBeNull()
  })

  test('Keep responses of the API out of every cache', async () => {
    expect((await get('/api/nothing')).headers.get('cache-control')).toBe('no-store')
    expect((await get('/trpc/auth.branding')).headers.get('cache-control')).toBe('no-store')
  })

  test('Send a request id, taken from the proxy when it sends one', async () => {
    expect((await get('/healthz')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect((await get('/healthz', { headers: { 'x-request-id': 'proxy-12345' } })).headers.get('x-request-id')).toBe(
      'proxy-12345',
    )
  })
})

test.each(['/api/users/publicKey', '/api/openapi.json', '/healthz'])('Answer HEAD of %s like GET', async (path) => {
  const [got, head] = [await get(path), await get(path, { method: 'HEAD' })]
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength))
})

describe('refused requests', () => {
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
  ])('Answer %s with the envelope', async (_what, path, body, status, message) => {
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
  ])("Describe %s in the caller's language", async (_what, body, message) => {
    expect(await (await get('/api/users/actions/login', { method: 'POST', body })).json()).toEqual({
      code: 400,
      message,
      data: null,
    })
  })

  test('Refuse a tRPC body above a megabyte, and any body above the size of a feed', async () => {
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

  test('Refuse a batch of eleven calls, or a batch of sign-ins', async () => {
    const eleven = Array.from({ length: 11 }, () => 'auth.branding').join(',')
    expect((await get(`/trpc/${eleven}?batch=1&input={}`)).status).toBe(400)
    const guesses = await get('/trpc/auth.login,auth.login?batch=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(guesses.status).toBe(400)
  })

  test('Close a connection with malformed HTTP, and serve the next request', async () => {
    expect(await raw('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n')).toContain(' 400 ')
    const socket = connect(Number(new URL(made.server.url).port), '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    const refused = await text(socket)
    expect(refused).toContain(' 431 ')
    expect(refused).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
    expect(refused).toMatch(/\r\nContent-Security-Policy: default-src 'self';/)
    expect(
      await raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ).toContain(' 400 ')
    expect((await get('/healthz')).status).toBe(200)
  })
})

test.each([
  ['without Host', ''],
  ['with two hosts', 'Host: a\r\nhost: a\r\n'],
  ['with an empty Host', 'Host: \r\n'],
  ['with a space in Host', 'Host: a b\r\n'],
  ['with a path in Host', 'Host: a/b\r\n'],
  ['with a user in Host', 'Host: me@a\r\n'],
  ['with a port that is no number', 'Host: a:b\r\n'],
])('Refuse HTTP/1.1 %s in the usual envelope, and log it', async (_what, lines) => {
  const socket = connect(Number(new URL(made.server.url).port), '127.0.0.1')
  socket.write(`GET /api/users/info HTTP/1.1\r\n${lines}X-Language: en\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toContain('HTTP/1.1 400 ')
  expect(JSON.parse(body)).toMatchObject({ code: 400, message: expect.stringMatching(/HTTP/), data: null })
  await made.server.stop()
  expect(made.server.logged).toContainEqual(expect.objectContaining({ path: '/api/users/info', status: 400 }))
})

test('Serve every valid Host, and HTTP/1.0 without one', async () => {
  const valid = ['a', 'A.Example:3000', '127.0.0.1:3000', '[::1]:3000', '[2001:DB8::1]', 'xn--fiq228c.cn', 'a_b', 'a:']
  for (const host of valid)
    expect([host, await raw(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)]).toEqual([
      host,
      'HTTP/1.1 200 OK',
    ])
  expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toContain(' 200 ')
})

test('Serve a request with an expectation that nobody knows', async () => {
  const answer = await raw('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n')
  expect(answer).toContain('HTTP/1.1 200 ')
})

describe('the access log', () => {
  test('Write one line a request, without query, token or body', async () => {
    await get('/api/users/login?token=very-secret', { headers: { authorization: 'cat other-secret' } })
    await get(`/api/${'a1'.repeat(32)}`)
    // Stopping closes all connections and flushes the log.
    await made.server.stop()
    const lines = made.server.logged.filter((line) => line.msg === 'request')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/api/users/login', address: '127.0.0.1' })
    expect(lines[1]).toMatchObject({ path: '/api/…', status: 404 })
    expect(JSON.stringify(made.server.logged)).not.toContain('secret')
  })
})
