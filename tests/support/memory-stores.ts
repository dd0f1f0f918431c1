import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Archive, createArchive } from '#server/services/archive/archive.ts'
import { memoryStorage } from './memory-storage.ts'

/** Create a storage in memory for one test, and the archive in it. */
export function memoryStores(): { storage: ReturnType<typeof memoryStorage>; archive: Archive } {
  const storage = memoryStorage('this database')
  return { storage, archive: createArchive({ storage, folder: join(tmpdir(), `coldfleet-archive-${process.pid}`) }) }
}
