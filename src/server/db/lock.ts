import {
  chmodSync,
  closeSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from '#server/folders.ts'
import { askOwner, type Owner, ownerFile, socketPath } from './owner.ts'

/** Somebody else holds the data folder; two processes on one embedded database would lose writes silently. */
export class FolderHeldError extends Error {
  readonly owner: Owner
  constructor(dataDir: string, owner: Owner) {
    const since = owner.startedAt ? `, since ${owner.startedAt}` : ''
    const address = owner.url ? `, at ${owner.url}` : ''
    super(`${dataDir} is in use by ${owner.what} (process ${owner.pid}${since}${address})`)
    this.name = 'FolderHeldError'
    this.owner = owner
  }
}

export type Lock = {
  /** Tells anyone who asks where this process answers HTTP. */
  announce(url: string): void
  release(): Promise<void>
}

const longestTryMs = 1_500
const guardLivesMs = 3_000
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Binding is the lock: the system lets one process do it, and tells when that process is dead. */
function bind(path: string, answer: () => string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(answer())
    })
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Removes a guard whose maker died in the middle of a takeover; a fresh one that slipped in between is put back. */
function dropDeadGuard(guard: string): void {
  const aside = `${guard}.${process.pid}`
  try {
    if (Date.now() - statSync(guard).mtimeMs < guardLivesMs) return
    renameSync(guard, aside)
    if (Date.now() - statSync(aside).mtimeMs < guardLivesMs) linkSync(aside, guard)
  } catch {
    // Somebody else was quicker.
  }
  rmSync(aside, { force: true })
}

/** Removes a dead holder's socket. Only one process at a time may, and only after it has seen again that the holder is dead. */
async function removeStale(dataDir: string): Promise<void> {
  const guard = join(dataDir, 'takeover')
  try {
    closeSync(openSync(guard, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    dropDeadGuard(guard)
    return
  }
  try {
    // Between bind() and listen() a live socket refuses for a moment.
    await wait(50)
    if ((await askOwner(dataDir)) === 'stale') unlinkSync(socketPath(dataDir))
  } finally {
    rmSync(guard, { force: true })
  }
}

/**
 * Takes `dataDir` for this process until `release`, or until it dies, however it dies.
 * @param what named to anyone who comes second
 * @throws FolderHeldError within 2 s when a live process has it
 */
export async function acquireLock(dataDir: string, what: string): Promise<Lock> {
  makeFolder(dataDir)
  const owner: Owner = { pid: process.pid, what, url: null, startedAt: new Date().toISOString() }
  const path = socketPath(dataDir)
  const deadline = Date.now() + longestTryMs
  let server = await bind(path, () => JSON.stringify(owner))
  while (!server) {
    const holder = await askOwner(dataDir)
    if (typeof holder !== 'string') throw new FolderHeldError(dataDir, holder)
    if (Date.now() > deadline)
      throw new FolderHeldError(dataDir, { ...owner, pid: 0, what: 'a process that is taking it over' })
    if (holder === 'stale') await removeStale(dataDir)
    await wait(10 + Math.random() * 20)
    server = await bind(path, () => JSON.stringify(owner))
  }
  const held = server
  const write = () => writeFileSync(ownerFile(dataDir), `${JSON.stringify(owner, null, 2)}\n`, { mode: 0o600 })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  rmSync(ownerFile(dataDir), { force: true })
  write()
  return {
    announce(url) {
      owner.url = url
      write()
    },
    async release() {
      rmSync(ownerFile(dataDir), { force: true })
      await new Promise<void>((closed) => held.close(() => closed()))
    },
  }
}
