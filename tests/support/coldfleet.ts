import { type ChildProcess, spawn } from 'node:child_process'
import { vi } from 'vitest'
import { setQuiet } from '#cli/output.ts'
import { run } from '#cli/run.ts'
import { hastyFlags } from './http-server.ts'

export type Ran = { status: number | null; stdout: string; stderr: string }
export type RunOptions = { environment?: Record<string, string>; input?: string | Buffer }

/** What `npx coldfleet` runs; of a test run that has built it the build, without comparing it with all sources again. */
export const coldfleetProgram = process.env.TEST_BUILT === '1' ? 'dist/cli/main.js' : 'scripts/coldfleet.mjs'

/** Run `npx coldfleet …` as a separate process; takes a second or two. English by default. */
export const coldfleet = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  startColdfleet(args, options).ended

/** The same, with the process while it runs. */
export function startColdfleet(
  args: readonly string[],
  { environment = {}, input }: RunOptions = {},
): { child: ChildProcess; ended: Promise<Ran> } {
  const child = spawn(process.execPath, [...hastyFlags, coldfleetProgram, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'en_US.UTF-8', COLDFLEET_LANG: 'en', ...environment },
  })
  const said = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  child.stdout.on('data', (chunk: Buffer) => said.stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.stderr.push(chunk))
  const ended = new Promise<Ran>((resolve) =>
    child.once('close', (status) =>
      resolve({ status, stdout: Buffer.concat(said.stdout).toString(), stderr: Buffer.concat(said.stderr).toString() }),
    ),
  )
  child.stdin.end(input)
  return { child, ended }
}

type Written = [chunk: string | Uint8Array, ...rest: unknown[]]

/**
 * Run a command line inside this process, without the start. Commands that read standard input need a separate process.
 */
export async function coldfleetHere(args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const catchInto = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((...[chunk, ...rest]: Written) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    })
  const spies = [catchInto('stdout'), catchInto('stderr')]
  for (const [name, value] of Object.entries({
    LANG: 'en_US.UTF-8',
    COLDFLEET_LANG: 'en',
    LC_ALL: '',
    DATABASE_URL: '',
    ...environment,
  }))
    vi.stubEnv(name, value)
  try {
    const status = await run(args)
    return { status, ...said }
  } finally {
    // The files of a worker share the module.
    setQuiet(false)
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
