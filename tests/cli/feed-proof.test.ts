import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { loadDemo } from '#server/demo/load.ts'
import { demoPassword } from '#server/demo/users.ts'
import { createKeys } from '#server/services/keys/keys.ts'
import { createPasswords } from '#server/services/sign-in/passwords.ts'
import type { FeedResult } from '#shared/feed.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import { coldfleetProgram } from '#tests/support/coldfleet.ts'
import { type Expected, type KnownDevice, writeFeed } from '#tests/support/feed-writer.ts'
import { hastyFlags, type RunningServer, startServer } from '#tests/support/http-server.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'
import { dumpTables, type TableState } from '#tests/support/table-dump.ts'

const feedLines = 20_000
/** In the spelling of fleet.md. */
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
type Counts = Record<string, number>
type Shown = { cards: Counts; byState: Counts; bySite: Counts; byClient: Counts; rows: string[][] }
type Dump = Record<string, TableState>

let folder = ''
let environment: Record<string, string> = {}
let server: RunningServer | null = null
let expected: Expected
let rehearsed: FeedResult
let applied: FeedResult
let undone: UndoResult
let shown: Shown
const cardsOf: Counts[] = []
const dumps: Dump[] = []
let laterEvents: { cause: string; batch_id: number; events: number }[] = []
let stillOpen: { kind: string }[] = []
let laterBatches: { id: number; undone: boolean }[] = []

/**
 * Run `npx coldfleet …` in its own process, with the server's environment and no address: it finds the server itself.
 */
async function coldfleet<Answer>(...args: string[]): Promise<Answer> {
  const child = spawn(process.execPath, [...hastyFlags, coldfleetProgram, ...args, '--json'], {
    env: { ...process.env, ...environment },
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      said[stream] += chunk.toString()
    })
  const status = await new Promise((resolve) => child.once('close', resolve))
  expect({ status, stderr: said.stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(said.stdout) as Answer
}
const update = (...args: string[]) =>
  coldfleet<FeedResult>('devices', 'update', '--file', join(folder, 'feed.csv'), ...args)

const cards = async (rest: RestClient, filter: object = {}) =>
  (await rest.post<Counts>('/data/getBasicDataByState/state', filter)).data

/** Read the fleet as users see it: cards, totals of lists, rows of the export. */
async function look(rest: RestClient): Promise<Shown> {
  const total = async (filter: object) =>
    (await rest.post<{ totalCount: number }>('/device/find/', { size: 1, ...filter })).data.totalCount
  const named = async (path: string) =>
    (await rest.post<{ data: { id: number; name: string }[] }>(path, { size: 200 })).data.data
  const collected: Shown = { cards: await cards(rest), byState: {}, bySite: {}, byClient: {}, rows: [] }
  for (const state of Object.values(states)) collected.byState[state] = await total({ state })
  for (const { id, name } of await named('/site/find/')) collected.bySite[name] = await total({ siteId: id })
  for (const { id, name } of await named('/client/find/'))
    collected.byClient[name] = (await cards(rest, { clientId: id })).total ?? -1
  const file = await rest.file('/device/export', { format: 'csv', language: 'zh' })
  collected.rows = parse(file, { bom: true, columns: false, from_line: 2 }) as string[][]
  return collected
}

async function knownDevices({ pool }: Pick<OpenDatabase, 'pool'>): Promise<KnownDevice[]> {
  const { rows } = await pool.query<KnownDevice>(`
    select d.serial, d.type::text, d.state::text, coalesce(s.name, '') as site, coalesce(c.name, '') as client, coalesce(a.name, '') as account
    from device d left join company s on s.id = d.site_id left join client c on c.id = d.client_id left join account a on a.id = d.account_id order by d.id`)
  return rows
}

/** The last rows before the feed; later rows are checked one by one. */
const last = { event: 0, batch: 0 }
const dump = ({ pool }: Pick<OpenDatabase, 'pool'>): Promise<Dump> =>
  dumpTables(pool, {
    // An undo does not affect sign-ins, call counters, notes of a start about its folder, clean-ups and the audit log.
    // Alert events are withdrawn, not removed.
    without: [
      'alert',
      'alert_device',
      'alert_owner',
      'alert_notice',
      'app_user',
      'session',
      'login_attempt',
      'rate_count',
      'setting',
      'scheduled_task',
      'audit_log',
    ],
    only: {
      device_event: `id <= ${last.event}`,
      import_batch: `id <= ${last.batch}`,
      import_batch_site: `batch_id <= ${last.batch}`,
    },
  })

beforeAll(async () => {
  const product = await migratedProduct('feed')
  folder = product.dataDir
  environment = { DEMO: '1', ...product.environment }
  const open = () =>
    openDatabase(
      { databaseReadUrl: null, databaseUrl: product.databaseUrl, dataDir: folder },
      pino({ level: 'silent' }),
    )
  const seeded = await open()
  const clock = () => new Date()
  const passwords = createPasswords(createKeys({ dataDir: folder, rsaBits: 2048 }, clock))
  await loadDemo({
    db: seeded.db,
    services: { passwords },
    config: { timeZone: 'Asia/Shanghai' },
    clock,
    closedDays: 10,
  })
  const known = await knownDevices(seeded)
  const newest = 'select (select max(id)::int from device_event) as event, (select max(id) from import_batch) as batch'
  Object.assign(last, (await seeded.pool.query<typeof last>(newest)).rows[0])
  dumps.push(await dump(seeded))
  await seeded.close()

  const feed = writeFeed(feedLines, known)
  writeFileSync(join(folder, 'feed.csv'), feed.bytes)
  expected = feed.expected

  server = await startServer({ environment, lasting: true })
  const rest = await signIn(server.url, 'admin', demoPassword)
  cardsOf.push(await cards(rest))
  rehearsed = await update('--dry-run')
  cardsOf.push(await cards(rest))
  applied = await update('--confirm', 'new-machines,offline')
  shown = await look(rest)
  undone = await coldfleet<UndoResult>('devices', 'undo', '--batch', String(applied.batchId))
  cardsOf.push(await cards(rest))
  await server.stop()
  server = null

  const database = await open()
  dumps.push(await dump(database))
  const events = `select cause, batch_id, count(*)::int as events from device_event where id > ${last.event} and from_state is distinct from to_state group by 1, 2 order by 1`
  laterEvents = (await database.pool.query<(typeof laterEvents)[number]>(events)).rows
  const batches = `select id, undone_at is not null as undone from import_batch where id > ${last.batch}`
  laterBatches = (await database.pool.query<(typeof laterBatches)[number]>(batches)).rows
  const openEvents = `select kind from alert where batch_id = ${applied.batchId} and resolved_at is null`
  stillOpen = (await database.pool.query<(typeof stillOpen)[number]>(openEvents)).rows
  await database.close()
}, 600_000)

afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('account for each of 20,000 lines, with number, serial and reason for nineteen kinds of bad lines', () => {
  const { created, conflict, refused, known, errors, transitions } = expected
  expect(refused).toBeGreaterThanOrEqual(feedLines / 20)
  expect(rehearsed).toMatchObject({ read: feedLines, created, conflict, refused, errorCount: errors.length })
  expect(rehearsed.updated + rehearsed.unchanged).toBe(known)
  expect(rehearsed.errors.map(({ line, serial, reason }) => ({ line, serial, reason }))).toEqual(errors)
  expect(
    Object.fromEntries(rehearsed.transitions.map(({ from, to, count }) => [`${from ?? ''}>${to}`, count])),
  ).toEqual(transitions)
})

test('change nothing in a dry run, and then apply exactly what it announced, field by field', () => {
  expect(cardsOf[1]).toEqual(cardsOf[0])
  expect(rehearsed).toMatchObject({ dryRun: true, batchId: null })
  expect(applied.batchId).toBeGreaterThan(last.batch)
  expect({ ...applied, dryRun: true, batchId: null }).toEqual(rehearsed)
})

test('show the expected figures in cards, totals of lists and rows of the export', () => {
  const all = Object.values(expected.states).reduce((sum, devices) => sum + devices, 0)
  expect(shown.cards).toMatchObject({ ...expected.states, total: all })
  expect(shown.byState).toMatchObject(expected.states)
  expect(shown.bySite).toMatchObject(expected.sites)
  expect(shown.byClient).toMatchObject(expected.clients)
  expect(shown.rows.length).toBe(all)
  const counted: Counts = {}
  for (const [, , , , , , , state = ''] of shown.rows)
    counted[states[state] ?? state] = (counted[states[state] ?? state] ?? 0) + 1
  expect(counted).toEqual(expected.states)
})

test('restore every table to the byte by an undo, and keep the log of events and the list of batches', () => {
  expect(undone).toMatchObject({ batchId: applied.batchId, removed: applied.created })
  expect(cardsOf[2]).toEqual(cardsOf[0])
  expect(dumps[1]).toEqual(dumps[0])
  // The alert events that the batch opened were withdrawn, and stay in the history of events.
  expect(stillOpen).toEqual([])
  expect(laterBatches).toEqual([{ id: applied.batchId, undone: true }])
  // Events of devices registered by the batch are gone; all others have one for the change, one for the undo.
  const changed = rehearsed.transitions.reduce((sum, { from, count }) => sum + (from === null ? 0 : count), 0)
  expect(laterEvents).toEqual(['feed', 'undo'].map((cause) => ({ cause, batch_id: applied.batchId, events: changed })))
})
