import { requireProgram } from '#tests/support/install.ts'
import { postgresUser } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/unprivileged.ts'
import { type Daemon, startDaemon } from './daemon.ts'

export type Pooler = Daemon & { /** Address of one of its databases. */ url(name: string): string }
export type PoolerPlan = {
  /** The names of its databases, and the databases behind them. */
  databases: Readonly<Record<string, string>>
  /** Number of connections to PostgreSQL for each of them. */
  size?: number
  port?: number
}

/**
 * Start PgBouncer in transaction mode: each transaction may get another session of PostgreSQL. It gives up an
 * unreachable server within a second; by default it would keep clients waiting for minutes.
 */
export async function startPooler({ databases, size = 20, port }: PoolerPlan): Promise<Pooler> {
  const listening = port ?? (await freePort())
  const lines = Object.entries(databases).map(([name, url]) => {
    const { hostname, port: of, pathname, username } = new URL(url)
    return `${name} = host=${hostname} port=${of} dbname=${pathname.slice(1)} user=${username}`
  })
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listening,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 900,
    default_pool_size: size,
    server_login_retry: 1,
    server_connect_timeout: 2,
    query_wait_timeout: 10,
    log_connections: 0,
    log_disconnections: 0,
  }
  const text = [
    '[databases]',
    ...lines,
    '[pgbouncer]',
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n')
  const daemon = await startDaemon({
    program: requireProgram('pgbouncer'),
    port: listening,
    files: () => ({ 'pgbouncer.ini': text }),
    arguments: (folder) => [`${folder}/pgbouncer.ini`],
    stopSignal: 'SIGTERM',
  })
  return { ...daemon, url: (name) => `postgres://${postgresUser}@127.0.0.1:${listening}/${name}` }
}
