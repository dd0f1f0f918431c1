import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { useServedBase } from '#tests/support/served-base.ts'
import { startWholeServer } from '#tests/support/whole-server.ts'
import { openDatabase } from './db/open.ts'
import { type Asked, createReadyz } from './http/health.ts'
import { createLookUpLimit } from './services/rate-limits.ts'

const { get, restart, made, base } = useServedBase()

describe('health', () => {
  test('Report that the process lives and that the database answers', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('Report "not ready" while the process stops', async () => {
    await restart({ draining: () => true })
    const answer = await get('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await get('/healthz')).headers.get('connection')).toBe('close')
  })

  test('Report "not ready" when the database does not answer', async () => {
    await made.server.stop()
    const broken = { ...base, pool: base.pool, db: base.db, ping: () => Promise.reject(new Error('gone')) }
    made.server = await startWholeServer(broken)
    expect((await get('/readyz')).status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
  })

  test('Report "ready" and "busy" while an own job holds the one connection of the embedded engine', async () => {
    await made.server.stop()
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
    made.server = await startWholeServer(held)
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
  ])('Distinguish %s from an engine at work', async (_what, progress, status) => {
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

  test('Count requests by route and status, without a series for invented paths', async () => {
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

  test('Send Retry-After on the tRPC door, too, when a rate limit refuses a caller', async () => {
    await restart({ services: { lookUpLimit: createLookUpLimit(base.db) } })
    const input = encodeURIComponent(JSON.stringify({ reportNumber: 'R1', checkCode: 'ABCDEF' }))
    const answers = []
    for (let tries = 0; tries < 11; tries += 1)
      answers.push(await get(`/trpc/reports.lookUp?input=${input}`, { headers: { 'accept-language': 'en' } }))
    const [first, last] = [answers.at(0), answers.at(-1)]
    if (!last) throw new Error('no answer')
    expect(last.status).toBe(429)
    const seconds = Number(last.headers.get('retry-after'))
    expect(seconds > 50 && seconds <= 60).toBe(true)
    expect((await last.json()).error.message).toBe(`Too many attempts. Try again in ${seconds} s`)
    expect(first?.headers.get('retry-after')).toBeNull()
  })

  test('Show metrics only to the holder of METRICS_TOKEN when one is set', async () => {
    await restart({ config: { METRICS_TOKEN: 'scrape-secret' } })
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { headers: { authorization: 'Bearer scrape-secreT' } })).status).toBe(401)
    expect((await get('/metrics', { headers: { authorization: 'Bearer scrape-secret' } })).status).toBe(200)
  })
})
