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

/**
 * Open a file that the database knows.
 * @throws AppError NOT_FOUND when the file alone is gone, STORAGE_AWAY when the storage is lost, STORAGE_SILENT
 */
export async function openKnown(
  db: Kysely<Database>,
  storage: Storage,
  ...[name, range]: Parameters<Storage['open']>
): ReturnType<Storage['open']> {
  try {
    return await storage.open(name, range)
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') await requireStorage(db, storage)
    throw error
  }
}

/** @throws AppError STORAGE_AWAY when the storage is lost, STORAGE_SILENT */
export async function requireStorage(db: Kysely<Database>, storage: Storage): Promise<void> {
  if (await isStorageLost(db, storage)) throw new AppError('STORAGE_AWAY')
}
