import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { Storage } from './storage.ts'

/**
 * Return whether a storage has neither the mark of a database nor a file: as a folder looks that is missing, or whose
 * disk is not mounted. A database that knows files must not take it for its own storage.
 * @throws AppError STORAGE_SILENT
 */
export async function isEmptyStorage(storage: Storage): Promise<boolean> {
  if ((await storage.owner()) !== null) return false
  for await (const _ of storage.list()) return false
  return true
}

/** Return whether the files that the database knows are away with their whole storage. @throws AppError STORAGE_SILENT */
export async function isStorageLost(db: Kysely<Database>, storage: Storage): Promise<boolean> {
  if (!(await isEmptyStorage(storage))) return false
  const { rows } = await sql<{ known: boolean }>`select exists (select from attachment)
    or exists (select from history_file where dropped_at is null) or exists (select from schedule_file) as known`.execute(
    db,
  )
  return rows[0]?.known === true
}

/** @throws AppError STORAGE_AWAY when the storage is lost, STORAGE_SILENT */
export async function requireStorage(db: Kysely<Database>, storage: Storage): Promise<void> {
  if (await isStorageLost(db, storage)) throw new AppError('STORAGE_AWAY')
}

/**
 * Wrap the storage of a database so that every read, write and removal throws STORAGE_AWAY while the storage is lost: a
 * file that cannot be seen is not gone, and one written beside the mount would disappear behind it. A write or removal
 * may ask the database, so it must not be made inside a transaction: the embedded engine has one connection.
 */
export function guardedStorage(db: Kysely<Database>, storage: Storage): Storage {
  const named = async (error: unknown): Promise<never> => {
    // The caller has the name from a row, so the database need not be asked whether it knows files.
    const isMissing = error instanceof AppError && error.code === 'NOT_FOUND'
    throw isMissing && (await isEmptyStorage(storage)) ? new AppError('STORAGE_AWAY', {}, error) : error
  }
  return {
    ...storage,
    async put(name, bytes) {
      await requireStorage(db, storage)
      await storage.put(name, bytes)
    },
    async putStream(name, stream, size) {
      await requireStorage(db, storage)
      await storage.putStream(name, stream, size)
    },
    read: (name) => storage.read(name).catch(named),
    open: (name, range) => storage.open(name, range).catch(named),
    async remove(name) {
      await requireStorage(db, storage)
      await storage.remove(name)
    },
  }
}
