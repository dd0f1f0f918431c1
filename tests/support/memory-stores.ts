import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Archive, createArchive } from '#server/services/archive/archive.ts'
import { memoryStorage } from './memory-storage.ts'

/** Create a storage in memory for one test, and the archive in it. @param owner as of `memoryStorage` */
export function memoryStores(owner: string | null = null): {
  storage: ReturnType<typeof memoryStorage>
  archive: Archive
} {
  const storage = memoryStorage(owner)
  return { storage, archive: createArchive({ storage, folder: join(tmpdir(), `coldfleet-archive-${process.pid}`) }) }
}
