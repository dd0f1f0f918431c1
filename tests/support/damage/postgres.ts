import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { administer } from '#tests/support/cluster/standby.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { countRows, done, type Kind, must, refusedStart, type Shown, startsWith } from './kinds.ts'
import { type Started, startProduct } from './product.ts'

const silent = 'postgres://coldfleet@127.0.0.1:1/coldfleet'
const seconds = 30

const [ready, away, readOnly] = ['200 {"status":"ready"', '503 {"status":"database"', '200 {"status":"cannot write"']

/** Wait until `/readyz` answers with a status and a text that begin like `wanted`. @returns the whole answer */
async function untilReadiness(started: Started, wanted: string): Promise<string> {
  const ask = async () => {
    const { status, text } = await started.readiness()
    return `${status} ${text}`
  }
  let last = await ask()
  for (
    const deadline = Date.now() + seconds * 1_000;
    !last.startsWith(wanted) && Date.now() < deadline;
    last = await ask()
  )
    await wait(50)
  must(last.startsWith(wanted), `/readyz stays ${last} instead of ${wanted}`)
  return `/readyz ${last}`
}

/** Save something through a running server. @returns the HTTP status */
async function save(url: string | null, token: string): Promise<number> {
  const body = JSON.stringify({ id: 1, targetHashRate: 30 })
  const headers = { authorization: `cat ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/trpc/machineTypes.update`, { method: 'POST', headers, body })
  await answer.text()
  return answer.status
}

/**
 * Start a PostgreSQL with a filled database of an ordinary role, and return the cases of damage. @param root an empty
 * folder, which the caller removes
 */
export async function startHouse(root: string): Promise<{ kinds: Kind[]; stop(): Promise<void> }> {
  const rulesFolder = mkdtempSync(join(tmpdir(), 'coldfleet-damage-rules-'))
  const rules = join(rulesFolder, 'pg_hba.conf')
  writeFileSync(rules, 'host all worker 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n')
  chmodSync(rulesFolder, 0o755)
  const server = await startPostgres({ settings: { hba_file: rules } })
  const dataDir = join(root, 'postgres')
  mkdirSync(dataDir)
  const urlOf = (database: string, password = 'apfelbaum') =>
    server.url(database).replace('coldfleet@', `worker:${password}@`)
  const environment = { DATA_DIR: dataDir, DATABASE_URL: urlOf('office'), DEMO: '1' }
  await administer(server.url(), "create role worker login password 'apfelbaum'", 'create database office owner worker')
  const first = await startProduct(environment)
  if (first.url === null) throw new Error(`the product does not start: ${first.stderr}`)
  await first.stop()
  const rows = await countRows(environment)
  const token = (await done(environment, 'token', 'create', '--user', 'admin')).trim()
  const tell = (...statements: string[]) => administer(server.url(), ...statements)
  const back = () => startsWith(environment, rows)
  const freeze = 'alter database office set default_transaction_read_only = on'
  const thaw = 'alter database office reset default_transaction_read_only'
  const cut = "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'office'"

  /** A refused start, its remedy, and the start after it. */
  const atStart = (
    kind: string,
    way: string,
    harm: () => Promise<void>,
    mend: () => Promise<void>,
    wrong: Record<string, string> = {},
  ): Kind => ({
    kind: `PostgreSQL: ${kind}`,
    async show() {
      await harm()
      const refused = await refusedStart({ ...environment, ...wrong }).finally(mend)
      return { ...refused, way, back: await back() }
    },
  })
  const running = (
    kind: string,
    show: (started: Started) => Promise<Omit<Shown, 'back'>>,
    more: Record<string, string> = {},
  ): Kind => ({
    kind: `PostgreSQL: ${kind}`,
    async show() {
      const started = await startProduct({ ...environment, ...more })
      must(started.url !== null, `does not start: ${started.stderr}`)
      const shown = await show(started).finally(() => started.stop())
      return { ...shown, back: await back() }
    },
  })
  const nothing = async () => undefined
  const kinds: Kind[] = [
    atStart('wrong password', 'the right one in the address', nothing, nothing, {
      DATABASE_URL: urlOf('office', 'kirschkern'),
    }),
    atStart('no such database', 'the right name in the address', nothing, nothing, { DATABASE_URL: urlOf('nowhere') }),
    atStart('server away at start', 'server started', server.end, server.start),
    atStart(
      'newer schema',
      'the version that knows it',
      () =>
        administer(server.url('office'), "insert into kysely_migration values ('9999-flying-machines', now()::text)"),
      () => administer(server.url('office'), "delete from kysely_migration where name = '9999-flying-machines'"),
    ),
    atStart(
      'no connection left',
      'connections allowed',
      () => tell('alter database office connection limit 0'),
      () => tell('alter database office connection limit -1'),
    ),
    {
      kind: 'PostgreSQL: read-only at start',
      async show() {
        await tell(freeze)
        const started = await startProduct(environment)
        try {
          must(started.url !== null, `does not start: ${started.stderr}`)
          const outcome = await untilReadiness(started, readOnly)
          await tell(thaw, cut)
          return {
            says: `ready again: ${await untilReadiness(started, ready)}`,
            outcome,
            way: 'written again',
            back: await countRows(environment),
          }
        } finally {
          await tell(thaw)
          await started.stop()
        }
      },
    },
    running('read-only while running', async (started) => {
      const before = await save(started.url, token)
      must(before === 200, `saving answers ${before} before`)
      await tell(freeze, cut)
      try {
        const outcome = await untilReadiness(started, readOnly)
        const status = await save(started.url, token)
        must(status === 503, `saving answers ${status}`)
        await tell(thaw, cut)
        const after = await untilReadiness(started, ready)
        return { says: `saving answers ${status}; ready again: ${after}`, outcome, way: 'written again' }
      } finally {
        await tell(thaw)
      }
    }),
    running('server stopped and started', async (started) => {
      await server.end()
      const outcome = await untilReadiness(started, away).finally(server.start)
      return { says: `ready again: ${await untilReadiness(started, ready)}`, outcome, way: 'server started' }
    }),
    running(
      'replica away at start',
      async (started) => ({
        says: 'reads go to the primary',
        outcome: await untilReadiness(started, ready),
        way: 'none needed',
      }),
      {
        DATABASE_READ_URL: silent,
      },
    ),
  ]
  return {
    kinds,
    async stop() {
      await server.stop()
      rmSync(rulesFolder, { recursive: true, force: true })
    },
  }
}
