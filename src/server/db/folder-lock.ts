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
import { codeOf } from '#shared/error-code.ts'
import type { Language } from '#shared/i18n/index.ts'
import { startWord } from '#shared/i18n/start.ts'
import { askOwner, type Owner, ownerFile, socketPath } from './folder-owner.ts'

/** Another process holds the data folder; two processes on one embedded database would lose writes without an error. */
export class FolderHeldError extends Error {
  readonly owner: Owner
  /** The sentence in other languages; the message is in English. */
  readonly sentence: (language: Language) => string
  constructor(dataDir: string, owner: Owner) {
    const { pid, what, startedAt, url } = owner
    const sentence = (language: Language): string => {
      const since = startedAt ? startWord(language, 'start.heldSince', { startedAt }) : ''
      const at = url ? startWord(language, 'start.heldAt', { url }) : ''
      return startWord(language, 'start.held', { folder: dataDir, what, pid, known: `${since}${at}` })
    }
    super(sentence('en'))
    this.name = 'FolderHeldError'
    this.owner = owner
    this.sentence = sentence
  }
}

export type Lock = {
  /** Publish the address where this process answers HTTP. */
  announce(url: string): void
  release(): Promise<void>
}

const longestTryMs = 1_500
const guardLivesMs = 3_000

/**
 * Take the lock by binding the socket: the operating system allows one process to bind, and shows when that process is
 * dead.
 */
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

/** Remove a guard file whose process died during a takeover; restore a fresh one that was created meanwhile. */
function dropDeadGuard(guard: string): void {
  const aside = `${guard}.${process.pid}`
  try {
    if (Date.now() - statSync(guard).mtimeMs < guardLivesMs) return
    renameSync(guard, aside)
    if (Date.now() - statSync(aside).mtimeMs < guardLivesMs) linkSync(aside, guard)
  } catch {
    // Another process was faster.
  }
  rmSync(aside, { force: true })
}

/**
 * Remove a dead holder's socket. Only one process at a time may do so, and only after it has checked again that the
 * holder is dead.
 */
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
    // Between bind() and listen() a live socket refuses connections for a moment.
    await wait(50)
    if ((await askOwner(dataDir)) === 'stale') unlinkSync(socketPath(dataDir))
  } finally {
    rmSync(guard, { force: true })
  }
}

/**
 * Lock `dataDir` for this process until `release`, or until the process ends in any way.
 * @param what name of this process, shown to a second process
 * @throws FolderHeldError within 2 s if a live process holds the lock
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
