import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { distribute } from '#server/db/citus/distribute.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { buildCompany, buildSite, buildUser } from '#tests/support/factories.ts'
import { startServer } from '#tests/support/http-server.ts'
import { trialToken } from '#tests/support/trial-session.ts'

const usage = `npx tsx scripts/nodes.ts --database postgres://…/EMPTY_DATABASE_OF_THE_COORDINATOR [--writers 5] [--moves 4] [--mode block_writes] [--stop 'COMMAND' --start 'COMMAND']
  Distributes an empty database, lets writers register and change machines of their companies while pieces are moved between the other nodes,
  and counts what was kept. --stop and --start are commands that end and begin the node with the highest port: its companies must answer 503 meanwhile.`
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    writers: { type: 'string', default: '5' },
    moves: { type: 'string', default: '4' },
    mode: { type: 'string', default: 'block_writes' },
    stop: { type: 'string' },
    start: { type: 'string' },
  },
})
if (!values.database) {
  console.error(usage)
  process.exit(2)
}
const databaseUrl = values.database
const [deadlock, mostTries] = ['40P01', 20]
const [writers, moves] = [Number(values.writers), Number(values.moves)]

type Base = { companyId: number; site: string; token: string }
/** A writer's acknowledged changes: hash rate by serial, of the last one. */
type Told = Map<string, number>

/** Create bases with a site and a manager each, on distributed tables. */
async function prepare(): Promise<Base[]> {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, pino({ level: 'silent' }))
  const { db } = database
  try {
    await migrate(db)
    console.log(`distributed: ${Object.values(await distribute(db)).flat().length} tables`)
    const bases: Base[] = []
    for (let index = 0; index < writers; index += 1) {
      const base = await buildCompany(db)
      const site = await buildSite(db, { tenant: base })
      const user = await buildUser(db, { nick_name: '基地负责人', company_id: base.id, home_company_id: base.id })
      bases.push({ companyId: base.id, site: site.name, token: await trialToken(db, user) })
    }
    return bases
  } finally {
    await database.close()
  }
}

const bases = await prepare()
ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'coldfleet-nodes-'))
const server = await startServer({
  environment: { DATABASE_URL: databaseUrl, DATA_DIR: folder, DEMO: '0' },
  built: true,
})
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

const post = async ({ token }: Base, path: string, body: unknown): Promise<{ status: number; code: number }> => {
  const headers = { authorization: `cat ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code } = (await answer.json()) as { code: number }
  return { status: answer.status, code }
}

let over = false
const failures: string[] = []
/** Machines whose last write failed: it may have been stored, or not. */
const unsure = new Set<string>()
/** Register machines and change them repeatedly; only acknowledged changes are compared with the database. */
async function write(base: Base): Promise<Told> {
  const told: Told = new Map()
  for (let turn = 1; !over; turn += 1) {
    const serial = `N${base.companyId}A${String(Math.ceil(turn / 2)).padStart(6, '0')}`
    const hashRate = 20 + (turn % 10)
    const line = { serial, type: 'T30', site: base.site, activeWorkerState: true, hashRate }
    const answer = await post(base, '/device/updateDevice', {
      devices: [line],
      confirm: ['new-machines', 'offline', 'owners'],
    }).catch((error: unknown) => ({
      status: 0,
      code: String(error),
    }))
    if (answer.code === 200) told.set(serial, hashRate)
    else {
      failures.push(`${base.companyId} turn ${turn}: ${answer.status} ${answer.code}`)
      unsure.add(serial)
    }
  }
  return told
}

type Piece = { shardid: string; nodename: string; nodeport: number }
/** Return the shard of a company's machines. */
async function pieceOf(companyId: number): Promise<Piece> {
  const { rows } = await client.query<Piece>(
    `select shardid::text, nodename, nodeport from pg_dist_placement join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('device', $1::int)`,
    [companyId],
  )
  const [piece] = rows
  if (!piece) throw new Error(`company ${companyId} lies nowhere`)
  return piece
}

const { rows: nodes } = await client.query<{ nodename: string; nodeport: number }>(
  'select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeport',
)
const writing = bases.map(write)
await wait(3_000)
for (let move = 0; move < moves; move += 1) {
  const base = bases[move % bases.length]
  if (!base) break
  const { shardid, nodename, nodeport } = await pieceOf(base.companyId)
  const to = nodes.find((node) => node.nodeport !== nodeport)
  if (!to) throw new Error('one node has nowhere to move to')
  const began = performance.now()
  // Writers and a move may deadlock: the engine ends one of them, and an operator retries.
  for (let again = 0; ; again += 1) {
    try {
      await client.query(
        'select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, shard_transfer_mode => $6)',
        [...[shardid, nodename, nodeport, to.nodename, to.nodeport, values.mode]],
      )
      break
    } catch (error) {
      if (again === mostTries || (error as { code?: string }).code !== deadlock) throw error
      console.log(`piece ${shardid}: ended as a deadlock, asked again`)
    }
  }
  console.log(
    `piece ${shardid} of company ${base.companyId}: ${nodeport} → ${to.nodeport} in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  )
  await wait(1_000)
}
await wait(2_000)
over = true
const told = new Map((await Promise.all(writing)).flatMap((one) => [...one]))

const { rows: stored } = await client.query<{ serial: string; hash_rate: number }>(
  'select serial, hash_rate from device',
)
const found = new Map(stored.map(({ serial, hash_rate }) => [serial, hash_rate]))
const older = [...told].filter(
  ([serial, hashRate]) =>
    found.has(serial) && !unsure.has(serial) && Math.abs((found.get(serial) ?? 0) - hashRate) > 0.01,
)
const gone = [...told.keys()].filter((serial) => !found.has(serial))
const twice = stored.length - found.size
const { rows: counted } = await client.query<{ counters: number; rows: number }>(
  'select (select coalesce(sum(devices), 0)::int from device_count where company_id > 0) as counters, (select count(*)::int from device) as rows',
)
const [sums] = counted
let wrong = gone.length + older.length + twice + (sums?.counters === sums?.rows ? 0 : 1)
console.log(
  `${told.size} machines acknowledged, ${failures.length} writes failed: ${gone.length} lost, ${older.length} with an older figure, ${twice} twice; counters ${sums?.counters}, rows ${sums?.rows}`,
)
for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)

const command = (text: string) => execFileSync('sh', ['-c', text], { stdio: 'ignore' })
if (values.stop && values.start) {
  const last = nodes.at(-1)?.nodeport
  const lies: { base: Base; away: boolean }[] = []
  for (const base of bases) lies.push({ base, away: (await pieceOf(base.companyId)).nodeport === last })
  command(values.stop)
  const list = { page: 1, size: 20 }
  const calls = [
    '/device/find/',
    '/data/getBasicDataByState/state',
    '/device/findWarnings',
    '/repairDaily/find/',
  ] as const
  for (const { base, away } of lies)
    for (const call of calls) {
      const { status } = await post(base, call, call === '/device/findWarnings' ? { ...list, state: 'low' } : list)
      const expected = away ? 503 : 200
      if (status !== expected) wrong += 1
      console.log(
        `node away: company ${base.companyId} ${away ? 'there' : 'elsewhere'}, ${call} ${status}${status === expected ? '' : `, expected ${expected}`}`,
      )
    }
  command(values.start)
  for (let turn = 0; turn < 30; turn += 1) {
    const answers = await Promise.all(bases.map((base) => post(base, '/device/find/', list)))
    if (answers.every(({ status }) => status === 200)) {
      console.log(`node back: all answer after ${turn} s`)
      break
    }
    if (turn === 29) wrong += 1
    await wait(1_000)
  }
}
await client.end()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(wrong === 0 ? 0 : 1)
