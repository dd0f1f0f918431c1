import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import { useDatabase } from '#tests/support/database.ts'
import { refusedAs } from '#tests/support/refusal.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { applyFeed } from './apply-feed.ts'
import { openSource } from './open-source.ts'

const database = useDatabase()
const caller = (companyIds: readonly number[] = []) => ({
  actor: 'admin',
  userId: null,
  language: 'zh' as const,
  territory: territoryOf(companyIds, { everything: true }),
})
const timeZone = 'Asia/Shanghai'
const now = new Date('2026-11-21T09:00:00Z')
const parts = (deviceFeedUrl: string | null) => ({
  db: database.db,
  config: { databaseUrl: database.url, deviceFeedUrl, timeZone },
  clock: () => now,
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`)
}
const read = async (url: URL | string) => {
  const source = await openSource(parts(String(url)), caller(), {})
  return 'bytes' in source ? Buffer.from(source.bytes).toString() : source.rows.length
}
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: unknown) => refusedAs(error),
  )

test('Fetch a configured feed with the credentials of its address', async () => {
  const address = await serve((request, response) =>
    response.end(`serial\n${request.headers.authorization ?? 'open'}\n`),
  )
  expect(await read(address)).toBe('serial\nopen\n')
  address.username = 'fleet'
  address.password = 'p%20w'
  expect(await read(address)).toBe(`serial\nBasic ${Buffer.from('fleet:p w').toString('base64')}\n`)
})

test('Read a configured feed from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-feed-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'feed.csv'), 'serial\nA1\n')
  expect(await read(pathToFileURL(join(folder, 'feed.csv')))).toBe('serial\nA1\n')
  expect(await problemOf(read(pathToFileURL(join(folder, 'none.csv'))))).toBe('FEED_UNREADABLE 设备数据源无法访问')
})

test('Refuse a configured feed that fails or never ends, without showing its address', async () => {
  const failing = await serve((_, response) => {
    response.statusCode = 503
    response.end()
  })
  expect(await problemOf(read(failing))).toBe('FEED_UNREADABLE 设备数据源返回 HTTP 503')
  const endless = await serve((_, response) => {
    const piece = Buffer.alloc(4 * 1024 * 1024, 'x')
    const more = (failure?: Error | null) => {
      if (!failure && !response.destroyed) response.write(piece, more)
    }
    response.on('error', () => undefined)
    more()
  })
  expect(await problemOf(read(endless))).toBe('TOO_LARGE')
  expect(await problemOf(read('http://127.0.0.1:9/feed'))).toBe('FEED_UNREADABLE 设备数据源无法访问')
})

test('Simulate the same plausible feed all day in the demonstration', async () => {
  const { db } = database
  const passwords = { hash: async () => '-', verify: async () => false, outdated: () => false }
  await loadDemo({
    db,
    services: { passwords },
    config: { timeZone },
    clock: () => new Date('2026-11-21T01:00:00Z'),
    closedDays: 3,
  })
  const tenants = await db
    .selectFrom('company')
    .select('id')
    .where('kind', '=', 'base')
    .whereRef('id', '=', 'tenant_id')
    .execute()
  const admin = caller(tenants.map(({ id }) => id))
  const before = await db
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<string>().as('devices'))
    .where('state', '=', 'normal')
    .executeTakeFirstOrThrow()
  const first = await applyFeed(parts(null), admin, {})
  expect(first).toMatchObject({ refused: 0, created: 0, businessDate: '2026-11-21' })
  expect(first.read).toBeGreaterThan(1_500)
  const after = await db
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<string>().as('devices'))
    .where('state', '=', 'normal')
    .executeTakeFirstOrThrow()
  expect(Math.abs(Number(after.devices) - Number(before.devices))).toBeLessThan(Number(before.devices) * 0.05)
  expect(await applyFeed(parts(null), admin, {})).toMatchObject({ unchanged: first.read, transitions: [] })
}, 120_000)
