import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

export type Said = { exitCode: number | null; stdout: string; stderr: string }
export type Started = Said & {
  /** Its address; null = the start was refused. */
  url: string | null
  /** Request `/readyz`. */
  readiness(): Promise<{ status: number; text: string }>
  stop(): Promise<void>
}

const inherited = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'en_US.UTF-8', COLDFLEET_LANG: 'en' }
const startSeconds = 120

/** Collect the output of a process from now on. */
function listenTo(child: ChildProcessByStdio<null, Readable, Readable>): { stdout: string; stderr: string } {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      said[name] += chunk.toString()
    })
  return said
}

/** Start the built product, and wait until it answers or ends. */
export async function startProduct(environment: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [join('dist', 'server', 'main.js')], {
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', SNAPSHOTS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listenTo(child)
  const closed = once(child, 'close')
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  let ended = false
  closed.then(
    () => {
      ended = true
      process.removeListener('exit', atExit)
    },
    () => undefined,
  )
  const urlSaid = () => /Coldfleet answers at (\S+)/.exec(said.stdout)?.[1] ?? null
  for (const deadline = Date.now() + startSeconds * 1_000; !ended && urlSaid() === null && Date.now() < deadline; )
    await wait(20)
  return {
    url: urlSaid(),
    get exitCode() {
      return child.exitCode
    },
    get stdout() {
      return said.stdout
    },
    get stderr() {
      return said.stderr
    },
    async readiness() {
      const answer = await fetch(`${urlSaid()}/readyz`).catch(() => null)
      return answer ? { status: answer.status, text: await answer.text() } : { status: 0, text: 'no answer' }
    },
    async stop() {
      if (!ended) child.kill('SIGTERM')
      await closed
    },
  }
}

/** Run one command as a process. */
export async function terminal(environment: Record<string, string>, ...args: readonly string[]): Promise<Said> {
  const child = spawn(process.execPath, [join('scripts', 'coldfleet.mjs'), ...args], {
    env: { ...inherited, SNAPSHOTS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listenTo(child)
  await once(child, 'close')
  return { exitCode: child.exitCode, ...said }
}
