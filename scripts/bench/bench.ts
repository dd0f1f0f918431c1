import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { type RunningServer, startServer } from '#tests/support/http-server.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'
import { generate } from './generate.ts'

/** One line of the table. `limit` null = for information. */
export type Figure = {
  measure: string
  conditions: string
  figure: number
  unit: string
  limit: number | null
  better: 'lower' | 'higher'
  /** The run fails if the figure exceeds its limit: other work on the machine does not affect it. */
  binding?: true
}
export type BenchOptions = {
  devices: number
  days: number
  rawDays: number
  /** Duration of a burst. */
  seconds: number
  /**
   * A folder that keeps PostgreSQL's data, and with it the generated fleets, for the next run; null = they are removed
   * at the end.
   */
  keep: string | null
  /** Prefixes of the procedures that `plans` measures; null = all. */
  procedures: readonly string[] | null
}
/**
 * `companies` = this number of bases of the same size, instead of one large and one small. `apart` = also a base before
 * and a base after those two.
 */
export type FleetSize = {
  devices: number
  days: number
  rawDays: number
  today?: boolean
  companies?: number
  apart?: boolean
}

export type Bench = {
  options: BenchOptions
  log(message: string): void
  folder(name: string): string
  postgres(): Promise<Postgres>
  /**
   * Return the address of a database with a generated fleet, created once for each size. Its newest day is yesterday
   * unless `today`. `fill` adds the other data of a measurement.
   */
  database(size: FleetSize, fill?: Fill): Promise<string>
  /** Return the address of a new, unchanged database. */
  emptyDatabase(): Promise<string>
  /** Return a copy of such a database that a measurement may change. */
  copyOf(url: string): Promise<string>
  /** Start the built product on a database, with a signed-in manager. Stopped at the end of the measurement. */
  serve(
    environment: Record<string, string>,
    imports?: readonly string[],
  ): Promise<{ server: RunningServer; client: RestClient }>
  /** Stop what `serve` started. */
  rest(): Promise<void>
  close(): Promise<void>
}

type Fill = (url: string, lastDay: string) => Promise<void>

export const adminUser = 'operator'
export const adminPassword = 'Frost#Pine88'
const logger = pino({ level: 'silent' })
/** As in data.md B: 2 GB there, less here, so that the bench fits beside other work. */
const settings = {
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
  work_mem: '64MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  shared_preload_libraries: 'pg_stat_statements',
}

export const today = () => businessDay(new Date(), 'Asia/Shanghai')

async function administer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Create the shared parts of the measurements: one PostgreSQL, generated databases, servers. Nothing starts before its
 * first use.
 */
export function createBench(options: BenchOptions, log: (message: string) => void): Bench {
  const root = mkdtempSync(join(tmpdir(), 'coldfleet-bench-'))
  const servers: RunningServer[] = []
  const databases = new Map<string, Promise<string>>()
  let postgres: Promise<Postgres> | null = null
  let names = 0
  const server = () => {
    postgres ??= startPostgres({ settings, ...(options.keep !== null && { folder: options.keep }) })
    return postgres
  }

  async function create(template = 'template1', given?: string): Promise<string> {
    const running = await server()
    names += 1
    const name = given ?? `bench_${process.pid}_${names}`
    await administer(running.url(), async (client) => {
      await client.query(`create database ${name} template ${template}`)
    })
    return running.url(name)
  }
  /** Reuse a fleet of an earlier run, with the last day of that run; recreate an incomplete one. */
  async function keptOrMade(size: FleetSize, fill?: Fill): Promise<string> {
    if (options.keep === null) return make(size, fill)
    const running = await server()
    const name = `fleet_${size.devices}_${size.days}_${size.rawDays}${size.companies ? `_of_${size.companies}` : ''}${size.apart ? '_apart' : ''}${fill ? '_records' : ''}`
    const found = await administer(running.url(), async (client) => {
      const { rows } = await client.query<{ whole: boolean }>(
        `select shobj_description(oid, 'pg_database') = 'whole' as whole from pg_database where datname = $1`,
        [name],
      )
      if (rows[0] && !rows[0].whole) await client.query(`drop database ${name}`)
      return rows[0]?.whole === true
    })
    if (found) return migrated(running.url(name))
    const url = await make(size, fill, name)
    await administer(running.url(), (client) => client.query(`comment on database ${name} is 'whole'`))
    return url
  }
  async function migrated(url: string): Promise<string> {
    const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: root }, logger)
    await migrate(database.db).finally(() => database.close())
    return url
  }
  async function make(size: FleetSize, fill?: Fill, name?: string): Promise<string> {
    const url = await create('template1', name)
    const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: root }, logger)
    try {
      await migrate(database.db)
      await database.pool.query('create extension if not exists pg_stat_statements')
      const started = Date.now()
      const lastDay = size.today ? today() : addDays(today(), -1)
      await generate(database.pool, { ...size, lastDay, log: (message) => log(`  ${message}`) })
      await fill?.(url, lastDay)
      log(`${size.devices} devices, ${size.days} days made in ${((Date.now() - started) / 1_000).toFixed(0)} s`)
    } finally {
      await database.close()
    }
    return url
  }

  const rest = async () => {
    for (const running of servers.splice(0)) await running.stop()
  }
  return {
    options,
    log,
    folder: (name) => mkdtempSync(join(root, `${name}-`)),
    postgres: server,
    database: (size, fill) => {
      const key = JSON.stringify({ ...size, filled: fill !== undefined })
      const known = databases.get(key) ?? keptOrMade(size, fill)
      databases.set(key, known)
      return known
    },
    emptyDatabase: () => create(),
    copyOf: (url) => create(new URL(url).pathname.slice(1)),
    async serve(environment, imports = []) {
      const given = {
        // A kept fleet is served with the keys of its first run.
        DATA_DIR: join(options.keep ?? root, 'keys'),
        DEMO: '0',
        ADMIN_USER: adminUser,
        ADMIN_PASSWORD: adminPassword,
        ...environment,
      }
      const running = await startServer({ environment: given, built: true, imports })
      servers.push(running)
      const client = await signIn(running.url, adminUser, adminPassword).catch((error: unknown) => {
        throw new Error(`signing in failed; the server said:\n${running.output()}`, { cause: error })
      })
      return { server: running, client }
    },
    rest,
    async close() {
      await rest()
      if (postgres) await (await postgres).stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
