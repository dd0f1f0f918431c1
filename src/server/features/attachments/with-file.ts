import type { Storage } from '#server/services/storage.ts'
import { AppError } from '#shared/errors.ts'

/** True when the row is certain not to be there: we, or a database that goes on living, said no. A lost connection may have committed. */
function wasRefused(error: unknown): boolean {
  if (error instanceof AppError) return true
  return error instanceof Error && 'severity' in error && 'code' in error && !/^(08|57P)/.test(String(error.code))
}

/**
 * Puts a file into the storage and then runs `work`, which gives it its row; when that is refused the file goes away again.
 * A process that is killed between the two leaves a file without a row, never a row without a file: the next sweep takes it.
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
    // What is to be told is why the row failed; a file that cannot be removed now is swept later.
    if (wasRefused(error)) await storage.remove(storedName).catch(() => undefined)
    throw error
  }
}
