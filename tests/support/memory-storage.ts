import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/services/storage/storage.ts'
import { assertStoredName } from '#server/services/storage/stored-names.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Create a storage in memory for one test. @param owner the database that it belongs to: one that has rows of files takes
 * an empty storage without an owner for one that is not mounted
 */
export function memoryStorage(owner: string | null = null): Storage & { names(): string[] } {
  const files = new Map<string, { bytes: Buffer; changedAt: Date }>()
  const find = (name: string): Buffer => {
    const found = files.get(assertStoredName(name))
    if (!found) throw new AppError('NOT_FOUND')
    return found.bytes
  }
  let ownedBy = owner
  return {
    put: async (name, bytes) => {
      files.set(assertStoredName(name), { bytes: Buffer.from(bytes), changedAt: new Date() })
    },
    putStream: async (name, stream) => {
      files.set(assertStoredName(name), { bytes: await buffer(stream), changedAt: new Date() })
    },
    read: async (name) => find(name),
    open: async (name, range) => {
      const bytes = find(name)
      return { stream: Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]), size: bytes.length }
    },
    localPath: () => null,
    remove: async (name) => {
      files.delete(name)
    },
    owner: async () => ownedBy,
    setOwner: async (id) => {
      ownedBy = id
    },
    async *list() {
      for (const [name, { bytes, changedAt }] of files) yield { name, size: bytes.length, changedAt }
    },
    names: () => [...files.keys()],
  }
}
