import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type RunningServer = {
  url: string
  pid: number
  /** Milliseconds from the start of the process to `/readyz` answering 200. */
  readyMs: number
  /** What the process has said so far. */
  output(): string
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL: what a power cut looks like to the process. */
  kill(): Promise<void>
}
export type ServerOptions = {
  environment: Record<string, string>
  /** The bundle in `dist` instead of the source; it must have been built. Default: whether the whole run has built it. */
  built?: boolean
  /** Modules to load first. */
  imports?: readonly string[]
  readySeconds?: number
}

const root = process.cwd()
const bundle = join(root, 'dist', 'server', 'main.js')
const sourceEntry = ['--import', 'tsx', join(root, 'src', 'server', 'main.ts')]
/** What starts the server, for tests that look at how it ends. */
export const serverEntry: readonly string[] = process.env.TEST_BUILT === '1' ? [bundle] : sourceEntry
const announced = /Coldfleet answers at (\S+)/

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function untilReady(child: ChildProcess, output: () => string, deadline: number): Promise<string> {
  while (Date.now() < deadline) {
    if (ended(child)) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    const url = output().match(announced)?.[1]
    if (url) {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      if (answer?.ok) return url
    }
    await wait(20)
  }
  throw new Error(`the server was not ready in time:\n${output()}`)
}

/**
 * The product as a process of its own on a free port, for what only a process shows: signals, kills, starts, doors.
 * `environment` is all it gets of the product's settings; nothing leaks in from the caller's.
 * @throws Error with what the process said when it does not become ready
 */
export async function startServer({
  environment,
  built = process.env.TEST_BUILT === '1',
  imports = [],
  readySeconds = 180,
}: ServerOptions): Promise<RunningServer> {
  if (built && !existsSync(bundle)) throw new Error(`${bundle} is missing: npm run build`)
  const entry = built ? [bundle] : sourceEntry
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS'].map((name) => [name, process.env[name]]),
  )
  const started = Date.now()
  const child = spawn(process.execPath, [...imports.flatMap((module) => ['--import', module]), ...entry], {
    cwd: root,
    // A snapshot in the middle would take time that nobody measures.
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', SNAPSHOTS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  const end = async (signal: NodeJS.Signals) => {
    process.removeListener('exit', atExit)
    if (!ended(child)) child.kill(signal)
    return exit
  }
  try {
    const url = await untilReady(child, () => said, started + readySeconds * 1_000)
    return {
      url,
      pid: child.pid ?? 0,
      readyMs: Date.now() - started,
      output: () => said,
      stop: () => end('SIGTERM'),
      kill: async () => {
        await end('SIGKILL')
      },
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}
