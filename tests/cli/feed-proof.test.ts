import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { type KnownDevice, type Written, writeFeed } from '#tests/support/feed-writer.ts'
import { type RunningServer, startServer } from '#tests/support/http-server.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'

const feedLines = 20_000
/** As fleet.md prints them. */
const states: Record<string, string> = {
  正常: 'normal',
  低算力: 'low',
  告警: 'warn',
  已下线: 'offline',
  送修中: 'repairing',
  修复未上线: 'repaired',
  丢失: 'lost',
  报废: 'scrap',
}

type Result = {
  read: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  refused: number
  batchId: number | null
  errors: { line: number }[]
}
type Counts = Record<string, number>

let folder = ''
let environment: Record<string, string> = {}
let server: RunningServer
let manager: RestClient
let written: Written

/** `npx coldfleet …` in a process of its own, with the server's environment and no address: it finds the server itself. */
function coldfleet(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/coldfleet.mjs', ...args], { env: { ...process.env, ...environment } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.once('close', (status) => resolve({ status, stdout, stderr }))
  })
}

async function update(...args: string[]): Promise<Result> {
  const ran = await coldfleet('devices', 'update', '--file', join(folder, 'feed.csv'), '--json', ...args)
  expect(ran.stderr).toBe('')
  expect(ran.status).toBe(0)
  return JSON.parse(ran.stdout) as Result
}

/** The whole fleet as its export shows it. */
async function exported(): Promise<KnownDevice[]> {
  const bytes = await manager.file('/device/export', { format: 'csv', language: 'zh' })
  const rows = parse(bytes, { bom: true, columns: false, from_line: 2 }) as string[][]
  return rows.map(([serial = '', site = '', client = '', account = '', , , type = '', state = '']) => ({
    serial,
    site,
    client,
    account,
    type: type === 'T20' ? 'T20' : 'T30',
    state: states[state] ?? state,
  }))
}

const cards = async (filter: object = {}): Promise<Counts> => (await manager.post<Counts>('/data/getBasicDataByState/state', filter)).data
const listTotal = async (filter: object): Promise<number> =>
  (await manager.post<{ totalCount: number }>('/device/find/', { size: 1, ...filter })).data.totalCount
const named = async (path: string): Promise<{ id: number; name: string }[]> =>
  (await manager.post<{ data: { id: number; name: string }[] }>(path, { size: 200 })).data.data

beforeAll(async () => {
  const product = await migratedProduct('feed')
  folder = product.dataDir
  environment = { DEMO: '1', ...product.environment }
  server = await startServer({ environment })
  manager = await signIn(server.url, 'admin', demoPassword)
  const known = await exported()
  const places = [...new Map(known.map(({ site, client, account }) => [`${account} ${site}`, { site, client, account }])).values()]
  written = writeFeed(feedLines, known, places)
  writeFileSync(join(folder, 'feed.csv'), written.text)
}, 240_000)

afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a rehearsal by the terminal, while the server runs, says what the feed will do and does nothing', async () => {
  const before = await cards()
  const rehearsed = await update('--dry-run')
  expect(rehearsed).toMatchObject({
    read: feedLines,
    created: written.expected.created,
    conflict: written.expected.conflict,
    refused: written.expected.refused,
  })
  expect(rehearsed.updated + rehearsed.unchanged).toBe(written.expected.known)
  expect(rehearsed.batchId).toBeNull()
  expect(await cards()).toEqual(before)
}, 120_000)

test('the feed does what its rehearsal said: cards, list totals and export rows are the figures of the one who wrote it', async () => {
  const rehearsed = await update('--dry-run')
  const applied = await update()
  const { batchId, ...said } = applied
  expect(batchId).toBeGreaterThan(0)
  expect({ ...said, dryRun: true, batchId: null }).toEqual({ ...rehearsed, batchId: null })

  const shown = await cards()
  const all = Object.values(written.expected.states).reduce((sum, devices) => sum + devices, 0)
  expect(shown).toMatchObject({ ...written.expected.states, total: all })
  for (const [state, devices] of Object.entries(written.expected.states)) expect(await listTotal({ state }), state).toBe(devices)
  for (const { id, name } of await named('/site/find/')) expect(await listTotal({ siteId: id }), name).toBe(written.expected.sites[name] ?? 0)
  for (const { id, name } of await named('/client/find/')) expect((await cards({ clientId: id })).total, name).toBe(written.expected.clients[name] ?? 0)

  const rows = await exported()
  expect(rows.length).toBe(all)
  const counted: Counts = {}
  for (const { state } of rows) counted[state] = (counted[state] ?? 0) + 1
  expect(counted).toEqual(written.expected.states)
}, 180_000)
