import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { distribute } from '#server/db/citus/distribute.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { addDays } from '#shared/dates.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { buildUser } from '#tests/support/factories.ts'
import { startServer } from '#tests/support/http-server.ts'
import { clientWith } from '#tests/support/rest-client.ts'
import { trialToken } from '#tests/support/trial-session.ts'
import { today } from './bench/bench.ts'
import { feedText } from './bench/feed-twin.ts'
import { generate } from './bench/generate.ts'
import { median, oneConnection, takeTurns } from './bench/load.ts'
import { firstTenant, headquarters } from './bench/made-rows.ts'
import { nodesCalls } from './bench/nodes-calls.ts'
import { openedDay } from './bench/opened-day.ts'
import { databaseProcesses, processorSeconds } from './bench/processor-time.ts'
import { headersOf } from './bench/session.ts'

const usage = `npx tsx scripts/nodes-speed.ts --nodes postgres://…/DATABASE_OF_THE_COORDINATOR --single postgres://…/DATABASE [--companies 10] [--devices 100000] [--days 30] [--lines 2000] [--only 'CALL,CALL'] [--fill]
  Compares calls of a base and of headquarters, and one feed a base at once, on several nodes and on one PostgreSQL; for feeds, also the processor time of each process, all of this machine. --fill creates the fleets in two empty databases first.`
const { values } = parseArgs({
  options: {
    nodes: { type: 'string' },
    single: { type: 'string' },
    companies: { type: 'string', default: '10' },
    /** Devices of each company. */
    devices: { type: 'string', default: '100000' },
    /** Days of roll-ups; the newest two have rows of devices. */
    days: { type: 'string', default: '30' },
    /** Lines of each base's feed. */
    lines: { type: 'string', default: '2000' },
    /** Names of calls, with commas between them; no feeds then. */
    only: { type: 'string' },
    fill: { type: 'boolean', default: false },
  },
})
if (!values.nodes || !values.single) {
  console.error(usage)
  process.exit(2)
}
const [companies, devices] = [Number(values.companies), Number(values.devices)]
const [days, lines] = [Number(values.days), Number(values.lines)]
const [rawDays, warmUp, passes, rounds, feedRounds, retryMs] = [2, 30, 5, 20, 3, 50]

/** `serials` = the devices of the manager's feed. */
type Manager = { companyId: number; token: string; serials: readonly string[] }
/** `whole` = the token of headquarters; `processes` = the product and the database, or each of its nodes. */
type Side = {
  name: string
  url: string
  bases: Manager[]
  whole: string
  processes: readonly number[]
  stop(): Promise<unknown>
}

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-nodes-speed-'))
const open = (databaseUrl: string): Promise<OpenDatabase> =>
  openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, pino({ level: 'silent' }))

async function fill(name: string, { db, pool }: OpenDatabase): Promise<void> {
  await migrate(db)
  if (name === 'nodes') console.log(`distributed: ${Object.values(await distribute(db)).flat().length} tables`)
  const started = performance.now()
  const size = { devices: devices * companies, companies, days, rawDays, lastDay: addDays(today(), -1) }
  await generate(pool, { ...size, log: (message) => console.log(`${name}: ${message}`) })
  await pool.query(
    `insert into repair_daily (company_id, type, device_id, device_serial, site_id, client_id, account_id, repair_date)
    select company_id, '送修', id, serial, site_id, client_id, account_id, $1::date - id % 30 from device where state = 'repairing'`,
    [size.lastDay],
  )
  console.log(`${name}: filled in ${Math.round((performance.now() - started) / 1_000)} s`)
}

const signIn = async ({ db }: OpenDatabase, companyId: number, role: '管理层' | '基地负责人'): Promise<string> =>
  trialToken(
    db,
    await buildUser(db, {
      user_name: `speed-${randomUUID()}`,
      nick_name: role,
      company_id: companyId,
      home_company_id: companyId,
    }),
  )

async function managerOf(database: OpenDatabase, companyId: number): Promise<Manager> {
  const { rows } = await database.pool.query<{ serial: string }>(
    `select serial from device where company_id = $1 and state in ('normal', 'low') order by id limit $2`,
    [companyId, lines],
  )
  const token = await signIn(database, companyId, '基地负责人')
  return { companyId, token, serials: rows.map(({ serial }) => serial) }
}

const connect = (side: Side, token: string) => oneConnection(side.url, headersOf(token))

/** Start the product on one of the databases. */
async function start(name: string, databaseUrl: string): Promise<Side> {
  const database = await open(databaseUrl)
  try {
    if (values.fill) await fill(name, database)
    const bases: Manager[] = []
    for (let at = 0; at < companies; at += 1) bases.push(await managerOf(database, firstTenant + at))
    const whole = await signIn(database, headquarters, '管理层')
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name), DEMO: '0' }
    const server = await startServer({ environment, built: true })
    await openedDay(clientWith(server.url, whole))
    await database.pool.query(
      'vacuum analyze device, device_daily, daily_leaf, daily_scope, device_count, repair_daily',
    )
    const processes = [server.pid, ...(await databaseProcesses(database.pool, name === 'nodes'))]
    return { name, url: server.url, bases, whole, processes, stop: () => server.stop() }
  } finally {
    await database.close()
  }
}

/**
 * Print the median milliseconds of each call on each side, and the median of the ratios of two calls that follow each
 * other. Other work on the machine changes the time of a call severalfold within seconds, but that of two neighbours
 * alike: halves of one run differed by 3 percent, where ratios of medians differed by 12. Each call is measured in
 * several passes over all, because some seconds of such work would cover all rounds of one.
 */
async function compareCalls(sides: readonly Side[]): Promise<void> {
  const people = [
    { who: 'base', connections: sides.map((side) => connect(side, side.bases[0]?.token ?? side.whole)) },
    { who: 'headquarters', connections: sides.map((side) => connect(side, side.whole)) },
  ]
  const compared = people.flatMap(({ who, connections }) =>
    calls.map(({ what, path, body }) => ({
      who,
      what,
      sides: connections.map((each) => () => (body ? each.post(path, body) : each.get(path))),
      taken: [] as number[][],
    })),
  )
  for (const call of compared) await takeTurns(call.sides, warmUp)
  for (let pass = 0; pass < passes; pass += 1)
    for (const call of compared) call.taken.push(...(await takeTurns(call.sides, rounds)))
  for (const { connections } of people) for (const each of connections) each.close()
  for (const { who, what, taken } of compared) {
    const [nodes, single] = [0, 1].map((at) => median(taken.map((turn) => turn[at] ?? Number.NaN)))
    const ratio = median(taken.map(([of = Number.NaN, to = Number.NaN]) => of / to))
    console.log(`| ${who} | ${what} | ${nodes?.toFixed(1)} | ${single?.toFixed(1)} | ${ratio.toFixed(2)} |`)
  }
}

/** Return the feed of a base, with another hash rate in each round. */
const feedOf = ({ serials }: Manager, round: number) =>
  feedText(serials.map((serial) => ({ serial, active: true, hashRate: 19 + round / 10 })))

/** Send a feed of a base, again soon when the server is busy: the time that it asks for would be all that is measured. */
async function sendFeed(side: Side, base: Manager, fileName: string, text: string): Promise<{ read: number }> {
  const content = Buffer.from(text).toString('base64')
  const body = JSON.stringify({ fileName, content, confirm: ['offline', 'owners', 'day'] })
  for (;;) {
    const headers = { ...headersOf(base.token), 'content-type': 'application/json' }
    const answer = await fetch(`${side.url}/api/device/updateDevice`, { method: 'POST', headers, body })
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: { read: number } }
    if (code === 200) return data
    if (answer.status !== 503)
      throw new Error(`${side.name}: the feed of base ${base.companyId} answered ${code} ${message}`)
    await wait(retryMs)
  }
}

/** Lines a second, and processor seconds of each process for 1,000 lines. */
type FeedSpeed = { lines: number; processor: number[] }

/** Send one feed of each base at the same time. */
async function feedAtOnce(side: Side, round: number): Promise<FeedSpeed> {
  const feeds = side.bases.map((base) => ({ base, text: feedOf(base, round) }))
  const [before, started] = [side.processes.map(processorSeconds), performance.now()]
  const taken = await Promise.all(feeds.map(({ base, text }) => sendFeed(side, base, `feed-${round}.csv`, text)))
  const thousands = taken.reduce((sum, { read }) => sum + read, 0) / 1_000
  return {
    lines: (thousands / (performance.now() - started)) * 1_000_000,
    processor: side.processes.map((pid, at) => (processorSeconds(pid) - (before[at] ?? 0)) / thousands),
  }
}

/** Print how many lines a second were fed, and what they cost each process, which decides on machines of their own. */
function printFeeds(speeds: readonly (readonly FeedSpeed[])[]) {
  const [nodes = Number.NaN, single = Number.NaN] = speeds.map((rounds) =>
    median(rounds.map(({ lines: read }) => read)),
  )
  console.log(
    `${companies} feeds of ${lines} lines at once: ${nodes.toFixed(0)} lines a second on nodes, ${single.toFixed(0)} on one PostgreSQL, ${(nodes / single).toFixed(2)} ×`,
  )
  const busiest = speeds.map((rounds) => {
    const each = (rounds[0]?.processor ?? []).map((_, at) => median(rounds.map(({ processor }) => processor[at] ?? 0)))
    console.log(
      `processor seconds for 1,000 lines, product and database: ${each.map((one) => one.toFixed(3)).join(', ')}`,
    )
    return Math.max(...each.slice(1))
  })
  const [ofNodes = Number.NaN, ofOne = Number.NaN] = busiest
  console.log(`the busiest node needs ${(ofNodes / ofOne).toFixed(2)} × the processor time of one PostgreSQL`)
}

const calls = nodesCalls(days).filter(({ what }) => !values.only || values.only.split(',').includes(what))
ensureBuilt()
const sides: Side[] = []
try {
  sides.push(await start('nodes', values.nodes))
  sides.push(await start('single', values.single))
  console.log(
    `\n${companies} companies of ${devices} devices, ${days} days, medians of ${passes * rounds} in ${passes} passes after ${warmUp}`,
  )
  console.log('| who | call | nodes, ms | one PostgreSQL, ms | median of ratios |\n|---|---|---|---|---|')
  await compareCalls(sides)
  const speeds: FeedSpeed[][] = sides.map(() => [])
  for (let round = 0; round < (values.only ? 0 : feedRounds); round += 1)
    for (const [at, side] of sides.entries()) speeds[at]?.push(await feedAtOnce(side, round))
  if (!values.only) printFeeds(speeds)
} finally {
  for (const side of sides) await side.stop()
  rmSync(folder, { recursive: true, force: true })
}
