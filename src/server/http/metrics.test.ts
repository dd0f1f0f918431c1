import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const pool = { totalCount: 1, idleCount: 1, waitingCount: 0 } as pg.Pool
let server: Server | null = null
afterEach(() => void server?.close())

type Case = { token?: string; proxies?: number; peer?: string; headers?: Record<string, string> }

/** Status of `/metrics`, asked from this machine; `peer` = as if the connection came from there. */
async function statusOf({ token, proxies = 0, peer, headers = {} }: Case): Promise<number> {
  const { show } = createMetrics({ pool, admission: { state: () => ({ limit: 1, loads: [] }) }, token: token ?? null })
  const app = express().set('trust proxy', proxies).get('/metrics', show)
  server = createServer((request, response) => {
    if (peer !== undefined) Object.defineProperty(request.socket, 'remoteAddress', { value: peer })
    app(request, response)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close', ...headers } })).status
}

test.each<[string, Case, number]>([
  ['a process of this machine', {}, 200],
  ['one of this machine by IPv6', { peer: '::1' }, 200],
  ['one of this machine by an address of either kind', { peer: '::ffff:127.0.0.1' }, 200],
  ['another machine', { peer: '203.0.113.7' }, 403],
  ['another machine that says it is this one', { peer: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } }, 403],
  ['another machine by IPv6', { peer: '2001:db8::1' }, 403],
  ['what a proxy on this machine passes on, which is not believed', { headers: { 'x-forwarded-for': '127.0.0.1' } }, 403],
  ['what a proxy passes on that names nobody', { proxies: 1, headers: { via: '1.1 proxy' } }, 403],
  ['a client whom the proxy names', { proxies: 1, headers: { 'x-forwarded-for': '203.0.113.7' } }, 403],
  ['a client who names this machine before the proxy names him', { proxies: 1, headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' } }, 403],
  ['this machine through its proxy', { proxies: 1, headers: { 'x-forwarded-for': '127.0.0.1' } }, 200],
  ['this machine beside its proxy', { proxies: 1 }, 200],
  ['a proxy on another machine that names this one', { proxies: 1, peer: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } }, 403],
  ['another machine with the token', { token: 'scrape', peer: '203.0.113.7', headers: { authorization: 'Bearer scrape' } }, 200],
  ['this machine without the token', { token: 'scrape' }, 401],
])('the figures for %s', async (_who, asked, status) => {
  expect(await statusOf(asked)).toBe(status)
})
