import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { codeOf } from '#shared/error-code.ts'
import { unusableFolder } from './unusable-database.ts'

const Owner = z.object({
  pid: z.number().int(),
  /** The kind of process, for example "coldfleet server". */
  what: z.string(),
  /** The address where it answers HTTP; null while it starts, or if it does not answer HTTP. */
  url: z.string().nullable(),
  /** ISO instant */
  startedAt: z.string(),
})
/** The process that holds a data folder. */
export type Owner = z.output<typeof Owner>

export const ownerFile = (dataDir: string) => join(dataDir, 'owner.json')

/** The path of a Unix socket may have 107 bytes on Linux and 103 on macOS. */
const longestSocketPath = 100

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/**
 * Return the socket path of the holder of `dataDir`: inside the folder, or a name derived from its path if that is too
 * long (or on Windows).
 */
export function socketPath(dataDir: string): string {
  const folder = realPath(dataDir)
  const inside = join(folder, 'owner.sock')
  const name = `coldfleet-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return Buffer.byteLength(inside) <= longestSocketPath ? inside : join(tmpdir(), `${name}.sock`)
}

function parseOwner(text: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function ownerOfFile(dataDir: string): Owner | null {
  try {
    return parseOwner(readFileSync(ownerFile(dataDir), 'utf8'))
  } catch {
    return null
  }
}

const someone: Owner = { pid: 0, what: 'another process', url: null, startedAt: '' }
const longestAnswerMs = 500

/**
 * Query the socket of a data folder: `free` = not bound, `stale` = its holder died, otherwise the holder. A holder that
 * is too busy to answer still counts: the operating system accepts the connection for it.
 */
export function askOwner(dataDir: string): Promise<Owner | 'free' | 'stale'> {
  return new Promise((settle) => {
    const socket = connect(socketPath(dataDir))
    let text = ''
    let connected = false
    const timer = setTimeout(() => socket.destroy(), longestAnswerMs)
    socket.setEncoding('utf8')
    socket.on('connect', () => {
      connected = true
    })
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connected) return
      settle(
        error.code === 'ENOENT' || error.code === 'ENOTDIR'
          ? 'free'
          : error.code === 'ECONNREFUSED' || error.code === 'ENOTSOCK'
            ? 'stale'
            : someone,
      )
    })
    socket.on('close', () => {
      clearTimeout(timer)
      settle(parseOwner(text) ?? ownerOfFile(dataDir) ?? someone)
    })
  })
}

/**
 * Return the live process that holds `dataDir`, or null. The terminal uses that process instead of opening the
 * database.
 * @throws UnusableDatabaseError when this user may not use the folder: whether a process holds it cannot be seen
 */
export async function findOwner(dataDir: string): Promise<Owner | null> {
  try {
    accessSync(dataDir, constants.X_OK)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unusableFolder(error) ?? error
  }
  const owner = await askOwner(dataDir)
  return typeof owner === 'string' ? null : owner
}
