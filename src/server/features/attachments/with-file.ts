import type { Storage } from '#server/services/storage.ts'

/**
 * Puts a file into the storage and then runs `work`, which gives it its row; when that fails the file goes away again.
 * A process that is killed between the two leaves a file without a row, never a row without a file: the next sweep takes it.
 */
export async function withFile<T>(storage: Storage, storedName: string, bytes: Uint8Array, work: () => Promise<T>): Promise<T> {
  await storage.put(storedName, bytes)
  try {
    return await work()
  } catch (error) {
    // What is to be told is why the row failed; a file that cannot be removed now is swept later.
    await storage.remove(storedName).catch(() => undefined)
    throw error
  }
}
