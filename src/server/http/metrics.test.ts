import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const site = {
  id: 4,
  name: '一号"站',
  normal: 7,
  low: 0,
  warn: 1,
  offline: 2,
  repairing: 0,
  repaired: 0,
  lost: 0,
  scrap: 0,
}
const query = async (text: string) => ({
  rows: text.includes('from alert') ? [{ kind: 'site.outage', count: 3 }] : [site],
})
const pool = { totalCount: 1, idleCount: 1, waitingCount: 0, query } as unknown as pg.Pool
let server: Server | null = null
afterEach(() => void server?.close())

type Case = { token?: string; proxies?: number; peer?: string; headers?: Record<string, string> }

/** Request `/metrics` from this machine; `peer` = the address that the connection seems to come from. */
async function answerOf({ token, proxies = 0, peer, headers = {} }: Case, figures = pool): Promise<Response> {
  const { show } = createMetrics({
    pool: figures,
    admission: { state: () => ({ limit: 1, loads: [] }) },
    token: token ?? null,
  })
  const app = express().set('trust proxy', proxies).get('/metrics', show)
  server = createServer((request, response) => {
    if (peer !== undefined) Object.defineProperty(request.socket, 'remoteAddress', { value: peer })
    app(request, response)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close', ...headers } })
}

test.each<[string, Case, number]>([
  ['a process of this machine', {}, 200],
  ['one of this machine by IPv6', { peer: '::1' }, 200],
  ['one of this machine by an address of either kind', { peer: '::ffff:127.0.0.1' }, 200],
  ['another machine', { peer: '203.0.113.7' }, 403],
  [
    'another machine that says it is this one',
    { peer: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    403,
  ],
  ['another machine by IPv6', { peer: '2001:db8::1' }, 403],
  [
    'what a proxy on this machine passes on, which is not believed',
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    403,
  ],
  ['what a proxy passes on that names nobody', { proxies: 1, headers: { via: '1.1 proxy' } }, 403],
  ['a client whom the proxy names', { proxies: 1, headers: { 'x-forwarded-for': '203.0.113.7' } }, 403],
  [
    'a client who names this machine before the proxy names him',
    { proxies: 1, headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' } },
    403,
  ],
  ['this machine through its proxy', { proxies: 1, headers: { 'x-forwarded-for': '127.0.0.1' } }, 200],
  ['this machine beside its proxy', { proxies: 1 }, 200],
  [
    'a proxy on another machine that names this one',
    { proxies: 1, peer: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    403,
  ],
  [
    'another machine with the token',
    { token: 'scrape', peer: '203.0.113.7', headers: { authorization: 'Bearer scrape' } },
    200,
  ],
  ['this machine without the token', { token: 'scrape' }, 401],
])('the figures for %s', async (_who, asked, status) => {
  expect((await answerOf(asked)).status).toBe(status)
})

test('Show open events by kind, and machines by site and state', async () => {
  const text = await (await answerOf({})).text()
  expect(text).toContain('alerts_open{kind="site.outage"} 3')
  expect(text).toContain('alerts_open{kind="device.away"} 0')
  expect(text).toContain('machines{site="4",name="一号\\"站",state="offline"} 2')
})

test('Show metrics while the database is busy or unreachable', async () => {
  const hanging = { ...pool, query: () => new Promise(() => undefined) } as unknown as pg.Pool
  expect((await answerOf({}, hanging)).status).toBe(200)
  const away = { ...pool, query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool
  expect((await answerOf({}, away)).status).toBe(200)
})

/** Serve the counted requests and `/metrics`. @returns a function that requests a path and returns the body */
async function openDoor(count: express.RequestHandler, show: express.RequestHandler) {
  server = createServer(express().use(count).get('/metrics', show))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })).text()
}

test('Count requests under a route of a fixed set, files under their folder', async () => {
  const { count, show } = createMetrics({ pool, admission: { state: () => ({ limit: 1, loads: [] }) }, token: null })
  const get = await openDoor(count, show)
  for (const path of ['/trpc/toString', '/trpc/__proto__', '/pdfs/a.pdf', '/files/a.csv', '/PDFS/a.pdf'])
    await get(path)
  const routes = [...(await get('/metrics')).matchAll(/http_requests_total\{.*route="([^"]+)".*\} (\d+)/g)]
  expect(routes.map(([, route, times]) => [route, times])).toEqual([
    ['/trpc (unknown)', '2'],
    ['/pdfs', '2'],
    ['/files', '1'],
  ])
})

test('Count every request and its duration, however many are answered between two looks', async () => {
  const { answered, count, show } = createMetrics({
    pool,
    admission: { state: () => ({ limit: 1, loads: [] }) },
    token: null,
  })
  const request = { method: 'POST', originalUrl: '/api/x' } as unknown as express.Request
  const response = (type: string) =>
    ({
      statusCode: 200,
      locals: { route: '/api/x', begunAt: performance.now() - 7_000 },
      getHeader: () => type,
    }) as unknown as express.Response
  for (let times = 0; times < 1_203; times += 1) answered(request, response('application/json'))
  for (let times = 0; times < 2; times += 1) answered(request, response('text/event-stream'))
  const text = await (await openDoor(count, show))('/metrics')
  expect(text).toContain('http_requests_total{method="POST",route="/api/x",status="200"} 1205')
  expect(text).toContain('http_request_duration_seconds_count{method="POST",route="/api/x"} 1203')
  expect(text).toContain('http_request_duration_seconds_bucket{le="5",method="POST",route="/api/x"} 0')
  expect(text).toContain('http_request_duration_seconds_bucket{le="15",method="POST",route="/api/x"} 1203')
})
