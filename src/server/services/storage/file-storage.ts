import { randomUUID } from 'node:crypto'
import { open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { makeFolder } from '#server/folders.ts'
import { codeOf } from '#shared/error-code.ts'
import { AppError } from '#shared/errors.ts'
import type { ByteRange, Storage, StoredFile } from './storage.ts'
import { assertStoredName, parseStoredName } from './stored-names.ts'

/** The file-system calls of a write; tests replace them to make each one fail. */
export type FileCalls = Pick<typeof import('node:fs/promises'), 'open' | 'rename'>

const draftMark = '.part-'
const ownerFile = 'owner'
const ownerOnly = 0o600

/** ENOSPC: the disk is full. EDQUOT: our quota is used up. */
const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** The file name of an interrupted `put` or `setOwner`. */
const draftName = /^(?:[0-9a-f]{32}\.[a-z0-9]{3,7}|owner)\.part-[0-9a-f-]{36}$/
const isDraft = (name: string): boolean => draftName.test(name)

async function write(calls: FileCalls, draft: string, bytes: Uint8Array | string | Readable): Promise<void> {
  const file = await calls.open(draft, 'wx', ownerOnly)
  try {
    // Each write continues at the end of the previous one.
    if (bytes instanceof Readable)
      for await (const piece of bytes) await file.writeFile(Buffer.from(piece as Uint8Array))
    else await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
/** Sync the folder to make the rename durable; skipped on a file system that cannot sync a folder. */
async function syncFolder(calls: FileCalls, folder: string): Promise<void> {
  const handle = await calls.open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!['EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
  }
}
const missing = (error: unknown): never => {
  throw isMissing(error) ? new AppError('NOT_FOUND', {}, error) : error
}

/**
 * Write a draft file next to the target and rename it; a failure leaves nothing behind.
 * @throws AppError STORAGE_FULL
 */
async function placeFile(
  calls: FileCalls,
  folder: string,
  path: string,
  bytes: Uint8Array | string | Readable,
): Promise<void> {
  const draft = `${path}${draftMark}${randomUUID()}`
  let moved = false
  try {
    makeFolder(folder)
    await write(calls, draft, bytes)
    await calls.rename(draft, path)
    moved = true
    await syncFolder(calls, folder)
  } catch (error) {
    await rm(draft, { force: true })
    if (moved) await rm(path, { force: true })
    throw isFull(error) ? new AppError('STORAGE_FULL', {}, error) : error
  }
}

/** Store files in one folder: write a draft next to the target, sync it, and rename it atomically. */
export function createFileStorage(folder: string, calls: FileCalls = { open, rename }): Storage {
  const pathOf = (name: string) => join(folder, assertStoredName(name))

  const place = (path: string, bytes: Uint8Array | string | Readable) => placeFile(calls, folder, path, bytes)
  return {
    put: (name, bytes) => place(pathOf(name), bytes),
    putStream: (name, stream) => place(pathOf(name), stream),
    async owner() {
      const text = await readFile(join(folder, ownerFile), 'utf8').catch((error: unknown) =>
        isMissing(error) ? '' : missing(error),
      )
      return text.trim() || null
    },
    setOwner: (id) => place(join(folder, ownerFile), `${id}\n`),
    read: (name) => readFile(pathOf(name)).catch(missing),
    async open(name: string, range?: ByteRange) {
      const file = await open(pathOf(name), 'r').catch(missing)
      try {
        const { size } = await file.stat()
        return { stream: file.createReadStream(range), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    localPath: pathOf,
    remove: (name) => rm(isDraft(name) ? join(folder, name) : pathOf(name), { force: true }),
    async *list(): AsyncGenerator<StoredFile, void, unknown> {
      const entries = await opendir(folder).catch((error: unknown) => (isMissing(error) ? null : missing(error)))
      if (!entries) return
      for await (const entry of entries) {
        if (!entry.isFile() || !(isDraft(entry.name) || parseStoredName(entry.name))) continue
        const found = await stat(join(folder, entry.name)).catch(() => null)
        if (found) yield { name: entry.name, size: found.size, changedAt: found.mtime }
      }
    },
  }
}
