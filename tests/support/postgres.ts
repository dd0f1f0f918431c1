import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installDebianPackage, isRunnable } from './install.ts'
import { freePort, unprivilegedAccount } from './unprivileged.ts'

export type Postgres = {
  /** Return the address of one database of the server, by default `postgres`. */
  url(database?: string): string
  /** Directory of the binaries that run it. */
  binaries: string
  /** The server's version, for example 15.14. */
  version: string
  port: number
  pid: number
  /** Stop at once, keep the data; `start` restarts it. */
  crash(): Promise<void>
  /** Send SIGKILL: the server can do nothing more; keep the data, `start` restarts it. */
  kill(): Promise<void>
  /** Stop in order, keep the data; `start` restarts it. */
  end(): Promise<void>
  start(): Promise<void>
  /** Stop, and remove its data. */
  stop(): Promise<void>
}

/** `settings` are passed to postgres as `-c name=value`. Commits wait for the disk only if `durable`. */
export type PostgresOptions = {
  settings?: Record<string, string>
  durable?: boolean
  port?: number
  /** Folder of its data, which is kept; by default a temporary folder that is removed with it. */
  folder?: string
}

export const postgresUser = 'coldfleet'
const debianRoot = '/usr/lib/postgresql'

/** Return the directory with initdb and postgres: the newest Debian version, then PATH; null if there is none. */
export function findPostgresBinaries(): string | null {
  const versions = existsSync(debianRoot)
    ? readdirSync(debianRoot).sort((left, right) => Number(right) - Number(left))
    : []
  const folders = [
    ...versions.map((version) => join(debianRoot, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => isRunnable(join(folder, 'initdb')) && isRunnable(join(folder, 'postgres'))) ?? null
}

/** Return the binaries, installed from Debian if they are missing. @throws Error if they are not available */
export function requirePostgresBinaries(): { binaries: string; installed: boolean } {
  const found = findPostgresBinaries()
  if (found) return { binaries: found, installed: false }
  installDebianPackage('postgresql')
  const binaries = findPostgresBinaries()
  if (!binaries) throw new Error('the package postgresql is installed, but initdb is not in it')
  return { binaries, installed: true }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start within 30 s: ${said}`)), 30_000)
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000)
      // The first message is a primary's, the second a standby's.
      if (/database system is ready to accept (read-only )?connections/.test(said)) {
        clearTimeout(timer)
        resolve()
      }
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL ended with ${code}: ${said}`))
    })
  })
}

/** Run one of PostgreSQL's own programs to its end, under the account of the servers. @throws Error with its output */
function runTool(tool: string, args: readonly string[], cwd: string): void {
  const { binaries } = requirePostgresBinaries()
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' }
  const made = spawnSync(join(binaries, tool), args, {
    ...unprivilegedAccount(),
    cwd,
    env: environment,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`${tool} failed: ${made.error?.message ?? made.stderr}`)
}

export type ServerPlan = {
  port: number
  settings: Record<string, string>
  /** Fill the data folder before the server runs in it. */
  fill(data: string, run: (tool: string, args: readonly string[]) => void): void
  /** Folder of its data, which is kept; by default a temporary folder that is removed with it. */
  kept?: string | undefined
}

/** Start a server in its own folder. */
export async function launchPostgres({ port, settings, fill, kept }: ServerPlan): Promise<Postgres> {
  const { binaries } = requirePostgresBinaries()
  const account = unprivilegedAccount()
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'coldfleet-postgres-'))
  mkdirSync(folder, { recursive: true })
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const removeFolder = () => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const given: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '100',
    ...settings,
  }
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = async () => {
    const started = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...account,
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      await ready(started)
    } catch (error) {
      started.kill('SIGQUIT')
      throw error
    }
    started.stderr.resume()
    return started
  }
  const first = async () => {
    try {
      if (!existsSync(join(data, 'PG_VERSION'))) fill(data, (tool, args) => runTool(tool, args, folder))
      return await launch()
    } catch (error) {
      removeFolder()
      throw error
    }
  }
  let child = await first()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill(signal)) await ended
  }
  const atExit = () => child.kill('SIGQUIT')
  process.once('exit', atExit)
  const version =
    spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.match(/[\d.]+/)?.[0] ?? 'unknown'
  return {
    url: (database = 'postgres') => `postgres://${postgresUser}@127.0.0.1:${port}/${database}`,
    binaries,
    version,
    port,
    get pid() {
      return child.pid ?? 0
    },
    // SIGQUIT = immediate: no checkpoint, connections cut, as in a power failure.
    crash: () => end('SIGQUIT'),
    kill: () => end('SIGKILL'),
    // Fast shutdown: open connections are ended, not waited for.
    end: () => end('SIGINT'),
    start: async () => {
      child = await launch()
    },
    stop: async () => {
      process.removeListener('exit', atExit)
      await end('SIGINT')
      removeFolder()
    },
  }
}

/** Start a temporary PostgreSQL: temporary folder, free port, stopped and removed by `stop`. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  // The product refuses a server with fsync off, so that stays on; other durability costs time and proves nothing.
  const careless: Record<string, string> = options.durable
    ? {}
    : { synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB', checkpoint_timeout: '1h' }
  return launchPostgres({
    port: options.port ?? (await freePort()),
    settings: { ...careless, ...options.settings },
    kept: options.folder,
    fill: (data, run) =>
      run('initdb', ['-D', data, '-U', postgresUser, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']),
  })
}
