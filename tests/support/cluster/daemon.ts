import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { unprivilegedAccount } from '#tests/support/unprivileged.ts'

export type Daemon = {
  port: number
  pid: number
  /** Its output so far. */
  output(): string
  /** Stop it, and remove its folder. */
  stop(): Promise<void>
}
export type DaemonPlan = {
  program: string
  port: number
  /** Files of its folder by name. */
  files(folder: string): Record<string, string>
  arguments(folder: string): readonly string[]
  /** The signal that stops it without waiting for connected clients. */
  stopSignal: NodeJS.Signals
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })

async function untilListening(child: ChildProcess, port: number, output: () => string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await listens(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode}: ${output()}`)
    if (Date.now() > deadline) throw new Error(`${child.spawnfile} does not listen on ${port}: ${output()}`)
    await wait(20)
  }
}

/**
 * Start a program that listens on a loopback port, in the foreground, in a temporary folder and without root
 * permissions.
 */
export async function startDaemon({ program, port, files, arguments: given, stopSignal }: DaemonPlan): Promise<Daemon> {
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-cluster-'))
  const own = (path: string) => account.uid !== undefined && chownSync(path, account.uid, account.gid)
  own(folder)
  for (const [name, text] of Object.entries(files(folder))) {
    writeFileSync(join(folder, name), text)
    own(join(folder, name))
  }
  const child = spawn(program, given(folder), { ...account, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000)
    })
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  const stop = async () => {
    process.removeListener('exit', atExit)
    if (child.exitCode === null && child.signalCode === null && child.kill(stopSignal)) await exit
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilListening(child, port, () => said)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, pid: child.pid ?? 0, output: () => said, stop }
}
