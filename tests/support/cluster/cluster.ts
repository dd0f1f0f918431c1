import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '#tests/support/http-server.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/unprivileged.ts'
import type { Daemon } from './daemon.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { type ProxyKind, startProxy } from './proxy.ts'
import { administer, type Standby, startStandby } from './standby.ts'

export type ClusterOptions = {
  /** Number of processes of the product. */
  processes?: number
  proxy?: ProxyKind
  /** The first of consecutive ports; free ones by default. */
  firstPort?: number
  /** More settings of the product. */
  environment?: Record<string, string>
  /** Run the bundle in `dist` instead of the source. */
  built?: boolean
  /** Called before the processes start, with the address of the primary itself. */
  prepare?(databaseUrl: string): Promise<void>
  log?(line: string): void
  /** Stops the start after the step in progress. */
  signal?: AbortSignal
}
export type Cluster = {
  /** Address of the proxy. */
  url: string
  servers: readonly RunningServer[]
  primary: Postgres
  standby: Standby
  pooler: Pooler
  proxy: Daemon
  /** Address of the primary itself, without the pooler. */
  databaseUrl: string
  dataDir: string
  /** Stop everything in order; return the exit codes of the processes. */
  stop(): Promise<(number | null)[]>
}

/** Stop a server at once: a last checkpoint of disposable data takes seconds. */
async function discard(server: Postgres): Promise<void> {
  await server.crash()
  await server.stop()
}

const database = 'coldfleet'
const readName = 'coldfleet_read'
export const clusterAdmin = { user: 'operator', password: 'Frost#Pine88' } as const

/**
 * Start the product as in production, on the loopback: PostgreSQL with a streaming replica, PgBouncer in transaction
 * mode before both, several processes, and a reverse proxy. Everything comes from Debian's packages, is installed if
 * missing, and leaves nothing behind.
 * @throws the error, or the reason of the signal, after everything that was started has been stopped
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const {
    processes = 3,
    proxy: kind = 'nginx',
    firstPort,
    environment = {},
    prepare,
    log = () => undefined,
    signal,
  } = options
  const undo: (() => Promise<unknown>)[] = []
  let used = 0
  const nextPort = () => {
    used += 1
    return firstPort === undefined ? freePort() : Promise.resolve(firstPort + used - 1)
  }
  const proxyPort = await nextPort()
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-cluster-data-'))
  undo.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const primary = await startPostgres({ durable: true, port: await nextPort() })
    undo.push(() => discard(primary))
    signal?.throwIfAborted()
    await administer(primary.url(), `create database ${database}`)
    const databaseUrl = primary.url(database)
    log(`PostgreSQL ${primary.version}: ${databaseUrl}`)
    await prepare?.(databaseUrl)
    signal?.throwIfAborted()
    const standby = await startStandby(primary, { port: await nextPort() })
    undo.push(() => discard(standby))
    signal?.throwIfAborted()
    log(`its streaming replica: ${standby.url(database)}`)
    const pooler = await startPooler({
      databases: { [database]: databaseUrl, [readName]: standby.url(database) },
      port: await nextPort(),
    })
    undo.push(pooler.stop)
    signal?.throwIfAborted()
    log(`PgBouncer, transaction mode: ${pooler.url(database)} and ${pooler.url(readName)}`)
    const given = {
      DATABASE_URL: pooler.url(database),
      DATABASE_READ_URL: pooler.url(readName),
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_USER: clusterAdmin.user,
      ADMIN_PASSWORD: clusterAdmin.password,
      TRUST_PROXY: '1',
      ...environment,
    }
    const built = options.built === undefined ? {} : { built: options.built }
    const ports = await Promise.all(Array.from({ length: processes }, nextPort))
    const running: RunningServer[] = []
    let codes: (number | null)[] = []
    undo.push(async () => {
      codes = await Promise.all(running.map((server) => server.stop()))
    })
    const start = async (port: number) =>
      void running.push(await startServer({ environment: { ...given, PORT: String(port) }, ...built }))
    const failed = (await Promise.allSettled(ports.map(start))).find((one) => one.status === 'rejected')
    signal?.throwIfAborted()
    if (failed) throw failed.reason
    const servers = running
    for (const server of servers) log(`process ${server.pid}: ${server.url}`)
    const proxy = await startProxy({ kind, ports, port: proxyPort })
    undo.push(proxy.stop)
    signal?.throwIfAborted()
    const url = `http://127.0.0.1:${proxy.port}`
    log(`${kind}: ${url}`)
    return {
      url,
      servers,
      primary,
      standby,
      pooler,
      proxy,
      databaseUrl,
      dataDir,
      async stop() {
        await stop()
        return codes
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
