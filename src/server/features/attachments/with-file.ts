import type { Storage } from '#server/services/storage/storage.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Tell whether the row certainly does not exist: our code refused it, or a database that is still running did. After a
 * lost connection the row may have been committed.
 */
function wasRefused(error: unknown): boolean {
  if (error instanceof AppError) return true
  return error instanceof Error && 'severity' in error && 'code' in error && !/^(08|57P)/.test(String(error.code))
}

/**
 * Store a file, then run `work`, which inserts its row. If the row is refused, the file is removed again. A process
 * that is killed in between leaves a file without a row, never a row without a file. The next sweep removes such a
 * file.
 */
export async function withFile<T>(
  storage: Storage,
  storedName: string,
  bytes: Uint8Array,
  work: () => Promise<T>,
): Promise<T> {
  await storage.put(storedName, bytes)
  try {
    return await work()
  } catch (error) {
    // Report why the row failed. A file that cannot be removed now is removed by a later sweep.
    if (wasRefused(error)) await storage.remove(storedName).catch(() => undefined)
    throw error
  }
}
