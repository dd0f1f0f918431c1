import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type RunningServer = {
  url: string
  pid: number
  /** Milliseconds from the start of the process to `/readyz` answering 200. */
  readyMs: number
  /** The output of the process so far. */
  output(): string
  /** Send SIGTERM, and return the exit code. */
  stop(): Promise<number | null>
  /** Send SIGKILL: for the process the same as a power cut. */
  kill(): Promise<void>
}
export type ServerOptions = {
  environment: Record<string, string>
  /**
   * Run the bundle in `dist` instead of the source; it must have been built. Default: whether the test run has built
   * it.
   */
  built?: boolean
  /** It works for minutes: it optimises its code, which takes a third of the processor time of a start. */
  lasting?: boolean
  /** Modules to load first. */
  imports?: readonly string[]
  readySeconds?: number
}

const root = process.cwd()
const bundle = join(root, 'dist', 'server', 'main.js')
const sourceEntry = ['--import', 'tsx', join(root, 'src', 'server', 'main.ts')]
/** The arguments that start the server, for tests of how it ends. */
export const serverEntry: readonly string[] = process.env.TEST_BUILT === '1' ? [bundle] : sourceEntry
/** For processes that live for seconds: compile the engine and the product once, by the fastest compilers. */
export const hastyFlags = ['--liftoff-only', '--no-opt', '--no-maglev']
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
 * Start the product as a separate process on a free port, for behaviour that only a process has: signals, kills,
 * starts, APIs. It gets only the settings in `environment`; none come from the caller's environment.
 * @throws Error with the output of the process if it does not become ready
 */
export async function startServer({
  environment,
  built = process.env.TEST_BUILT === '1',
  lasting = process.env.VITEST === undefined,
  imports = [],
  readySeconds = 180,
}: ServerOptions): Promise<RunningServer> {
  if (built && !existsSync(bundle)) throw new Error(`${bundle} is missing: npm run build`)
  const entry = built ? [bundle] : sourceEntry
  const flags = lasting ? [] : hastyFlags
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS'].map((name) => [name, process.env[name]]),
  )
  const started = Date.now()
  const child = spawn(process.execPath, [...flags, ...imports.flatMap((module) => ['--import', module]), ...entry], {
    cwd: root,
    // A snapshot meanwhile would take time that no test measures.
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
