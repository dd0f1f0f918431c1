import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#server/folders.ts'
import { isEmptyStorage } from '#server/services/storage/lost-storage.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import type { Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'

/** A month's Parquet file in the storage, as recorded in the database. */
export type ArchiveFile = { fileName: string; month: Month; bytes: number; sha256: string }

/** Age of an unread copy when it is deleted; reading it again costs one download. */
const unusedMs = 86_400_000

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}

/** Return the error for a file that is not in the storage, or for a storage that has no file at all. */
async function missing(storage: Storage, { fileName, month }: ArchiveFile, cause?: unknown): Promise<AppError> {
  if (await isEmptyStorage(storage)) return new AppError('STORAGE_AWAY', {}, cause)
  return new AppError('ARCHIVE_MISSING', { values: { file: fileName, month } }, cause)
}
const damaged = ({ fileName, month }: ArchiveFile) =>
  new AppError('ARCHIVE_DAMAGED', { values: { file: fileName, month } })
const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND'

/** Delete files unused for a day: copies, and temporary files of a killed process. */
async function removeUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > unusedMs) await rm(path, { recursive: true, force: true })
  }
}

/** Copy a file out of the storage. @throws AppError ARCHIVE_MISSING, ARCHIVE_DAMAGED, STORAGE_AWAY, STORAGE_SILENT */
async function download(storage: Storage, path: string, file: ArchiveFile): Promise<void> {
  const part = `${path}.part-${randomUUID()}`
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  try {
    const { stream } = await storage.open(file.fileName)
    await pipeline(stream, hashed, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    if (hash.digest('hex') !== file.sha256) throw damaged(file)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw isMissing(error) ? await missing(storage, file, error) : error
  }
}

/**
 * Provide the archive's files at paths that the engine can read: their path in the storage, or a copy in `folder`,
 * which several processes may share. The checksum of a file is verified at the first read and after each change.
 */
export function createLocalFiles(storage: Storage, folder: string) {
  /** By path: size and time of the file when its checksum was right. */
  const checked = new Map<string, string>()
  const under = new Map<string, Promise<string>>()

  /** Return whether the file exists. @throws AppError ARCHIVE_DAMAGED when its checksum differs from the database's */
  async function isWhole(path: string, file: ArchiveFile): Promise<boolean> {
    const found = await stat(path).catch(() => null)
    if (!found) return false
    const seen = `${found.size} ${found.mtimeMs}`
    if (checked.get(path) === seen) return true
    if (found.size !== file.bytes || (await sha256Of(path)) !== file.sha256) throw damaged(file)
    checked.set(path, seen)
    return true
  }

  async function find(file: ArchiveFile): Promise<string> {
    const place = storage.localPath(file.fileName)
    if (place !== null) {
      if (!(await isWhole(place, file))) throw await missing(storage, file)
      return place
    }
    makeFolder(folder)
    const copy = join(folder, file.fileName)
    // A damaged copy is ours to replace: download it again.
    if (!(await isWhole(copy, file).catch(() => false))) {
      await removeUnused(folder)
      await download(storage, copy, file)
    }
    const now = new Date()
    await utimes(copy, now, now)
    const { size, mtimeMs } = await stat(copy)
    checked.set(copy, `${size} ${mtimeMs}`)
    return copy
  }

  return {
    folder,
    /** @throws AppError ARCHIVE_MISSING, ARCHIVE_DAMAGED, STORAGE_AWAY, STORAGE_SILENT */
    pathOf(file: ArchiveFile): Promise<string> {
      const known = under.get(file.fileName)
      if (known) return known
      const finding = find(file).finally(() => under.delete(file.fileName))
      under.set(file.fileName, finding)
      return finding
    },
    /** Run `work` with a temporary folder. */
    async withScratch<Result>(work: (scratch: string) => Promise<Result>): Promise<Result> {
      makeFolder(folder)
      await removeUnused(folder)
      const scratch = join(folder, `work-${randomUUID()}`)
      makeFolder(scratch)
      try {
        return await work(scratch)
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
  }
}
