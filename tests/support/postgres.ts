import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installDebianPackage } from './install.ts'

export type Postgres = {
  /** Address of one database of the server, `postgres` itself when no name is given. */
  url(database?: string): string
  /** Directory of the binaries that run it. */
  binaries: string
  /** What the server says of itself, for example 15.14. */
  version: string
  pid: number
  /** Dies at once, data kept; `start` brings it back. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** `server` settings go to postgres as `-c name=value`. Commits wait for the disk only when `durable`. */
export type PostgresOptions = { settings?: Record<string, string>; durable?: boolean; port?: number }

const user = 'coldfleet'
const debianRoot = '/usr/lib/postgresql'

const runnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Directory with initdb and postgres: the newest Debian version, then PATH; null when there is none. */
export function findPostgresBinaries(): string | null {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).sort((left, right) => Number(right) - Number(left)) : []
  const folders = [...versions.map((version) => join(debianRoot, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => runnable(join(folder, 'initdb')) && runnable(join(folder, 'postgres'))) ?? null
}

/** The binaries, installed from Debian when they are missing. @throws Error when they cannot be had */
export function requirePostgresBinaries(): { binaries: string; installed: boolean } {
  const found = findPostgresBinaries()
  if (found) return { binaries: found, installed: false }
  installDebianPackage('postgresql')
  const binaries = findPostgresBinaries()
  if (!binaries) throw new Error('the package postgresql is installed, but initdb is not in it')
  return { binaries, installed: true }
}

/** PostgreSQL refuses to run as root: as root, the account postgres or else nobody. */
function unprivilegedAccount(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!account) throw new Error('PostgreSQL cannot run as root, and there is neither an account postgres nor nobody')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))))
    })
  })

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start within 30 s: ${said}`)), 30_000)
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000)
      if (said.includes('database system is ready to accept connections')) {
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

/** A throwaway PostgreSQL of its own: temporary folder, free port, stopped and removed by `stop`. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { binaries } = requirePostgresBinaries()
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-postgres-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' }
  const made = spawnSync(join(binaries, 'initdb'), ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...account,
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  const port = options.port ?? (await freePort())
  // The product refuses a server with fsync off, so that stays on; the rest of durability costs time and proves nothing here.
  const careless: Record<string, string> = options.durable
    ? {}
    : { synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB', checkpoint_timeout: '1h' }
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '100',
    ...careless,
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = async () => {
    const started = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...account,
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(started)
    started.stderr.resume()
    return started
  }
  let child = await launch()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill(signal)) await ended
  }
  const atExit = () => child.kill('SIGQUIT')
  process.once('exit', atExit)
  const version = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.match(/[\d.]+/)?.[0] ?? 'unknown'
  return {
    url: (database = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`,
    binaries,
    version,
    get pid() {
      return child.pid ?? 0
    },
    // SIGQUIT = immediate: no checkpoint, connections cut, as when the machine dies.
    crash: () => end('SIGQUIT'),
    start: async () => {
      child = await launch()
    },
    stop: async () => {
      process.removeListener('exit', atExit)
      // Fast shutdown: open connections are ended, not waited for.
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
