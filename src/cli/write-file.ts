import { randomBytes } from 'node:crypto'
import { constants, createWriteStream, openSync, rmSync, type WriteStream } from 'node:fs'
import { open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, reasonOf } from '#shared/error-code.ts'
import type { CliWord } from '#shared/i18n/cli.ts'
import { CliFailure } from './failure.ts'

/** The target of a file's chunks. */
export type Sink = { write(chunk: string | Uint8Array): Promise<void>; end(): Promise<void>; drop(): Promise<void> }

const drafts = new Set<string>()
/** A process that ends early leaves no incomplete file, whatever ended it. */
process.on('exit', () => {
  for (const draft of drafts) rmSync(draft, { force: true })
})

/** Error codes that mean a wrong path, which was typed. */
const wrongPaths: ReadonlyMap<string, CliWord> = new Map([
  ['EISDIR', 'cli.outIsFolder'],
  ['ENOENT', 'cli.outHasNoFolder'],
  ['ENOTDIR', 'cli.outHasNoFolder'],
])
const unwritable = (path: string) => (error: unknown) => {
  const problem = reasonOf(error)
  const wrong = wrongPaths.get(problem)
  return new CliFailure(wrong ?? 'cli.fileUnwritable', { path, problem, folder: dirname(path) })
}

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** These names mean a file that a process holds open, even if it looks like a regular one. */
const openFileName = /^\/(proc\/|dev\/(fd\/|std(in|out|err)$))/

/**
 * Return the file of a path: links are followed, also one whose target does not exist yet.
 * @returns null if the path or a link on the way names an open file of a process
 */
async function targetOf(path: string): Promise<string | null> {
  let target = resolve(path)
  for (let links = 0; links < 40; links += 1) {
    if (openFileName.test(target)) return null
    const linked = await readlink(target).catch(() => null)
    if (linked === null) break
    target = resolve(dirname(target), linked)
  }
  return realpath(target).catch((error: unknown) => {
    if (isAbsent(error)) return target
    throw error
  })
}

const opened = (stream: WriteStream): Promise<void> =>
  new Promise((done, failed) => stream.once('open', () => done()).once('error', failed))

const ended = (stream: WriteStream): Promise<void> =>
  new Promise((done, failed) => stream.once('error', failed).end(() => done()))

const writer =
  (path: string, stream: Writable): Sink['write'] =>
  (chunk) =>
    new Promise((done, failed) =>
      stream.write(chunk, (error?: Error | null) => (error ? failed(unwritable(path)(error)) : done())),
    )

const readerPauseMs = 50

/**
 * Wait for a reader of a pipe, and write without blocking: a blocking open or write would hold a thread, and with it
 * the end of the process, as long as the reader takes.
 */
async function pipeSink(path: string): Promise<Sink> {
  const opening = (): number | null => {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (codeOf(error) === 'ENXIO') return null
      throw unwritable(path)(error)
    }
  }
  let fd = opening()
  for (; fd === null; fd = opening()) await wait(readerPauseMs)
  const pipe = new Socket({ fd, readable: false, writable: true })
  pipe.on('error', () => undefined)
  const close = () => new Promise<void>((done) => pipe.once('close', () => done()).destroy())
  return { write: writer(path, pipe), end: close, drop: close }
}

/** Write into a device, a pipe or a socket: it cannot be replaced. */
async function straightSink(path: string): Promise<Sink> {
  const stream = createWriteStream(path)
  await opened(stream).catch((error: unknown) => {
    throw unwritable(path)(error)
  })
  stream.on('error', () => undefined)
  return {
    write: writer(path, stream),
    end: () =>
      ended(stream).catch((error: unknown) => {
        throw unwritable(path)(error)
      }),
    async drop() {
      stream.destroy()
    },
  }
}

const host = hostname()
  .replace(/[^\w-]/g, '')
  .slice(0, 40)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Remove the drafts of one file whose processes on this machine were killed. */
async function removeLeftDrafts(target: string): Promise<void> {
  const folder = dirname(target)
  const before = `${basename(target)}.${host}-`
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(before) && /^(\d+)-[0-9a-f]{8}\.part$/.exec(name.slice(before.length))?.[1]
    if (pid && !isRunning(Number(pid))) await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

/**
 * Write a draft next to the file under a unique name, sync it, then rename it: readers see the old file or the complete
 * new one, also with two parallel runs.
 */
async function draftSink(path: string, target: string, mode: number): Promise<Sink> {
  await removeLeftDrafts(target)
  const draft = `${target}.${host}-${process.pid}-${randomBytes(4).toString('hex')}.part`
  const refuse = unwritable(path)
  const handle = await open(draft, 'wx', mode).catch((error: unknown) => {
    throw refuse(error)
  })
  drafts.add(draft)
  const drop = async () => {
    await handle.close().catch(() => undefined)
    await rm(draft, { force: true })
    drafts.delete(draft)
  }
  return {
    write: (chunk) =>
      handle.appendFile(chunk).catch((error: unknown) => {
        throw refuse(error)
      }),
    async end() {
      try {
        await handle.sync()
        await handle.close()
        await rename(draft, target)
        drafts.delete(draft)
      } catch (error) {
        await drop()
        throw refuse(error)
      }
    },
    drop,
  }
}

const newFileMode = 0o600
const permissions = 0o777

/**
 * Open the file at `path`. A regular file, or a new one, appears completely or not at all and keeps its permissions; a
 * link keeps its target; anything else is written into.
 * @throws CliFailure if it cannot be written
 */
export async function fileSink(path: string): Promise<Sink> {
  try {
    const known = await stat(path).catch((error: unknown) => {
      if (isAbsent(error)) return null
      throw error
    })
    if (known?.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' })
    const target = await targetOf(path)
    if (target === null || (known && !known.isFile()))
      return known?.isFIFO() ? await pipeSink(path) : await straightSink(path)
    return await draftSink(path, target, known ? known.mode & permissions : newFileMode)
  } catch (error) {
    throw error instanceof CliFailure ? error : unwritable(path)(error)
  }
}
