import type { Readable } from 'node:stream'

/** First and last byte, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }
export type StoredFile = { name: string; size: number; changedAt: Date }

/**
 * Storage of uploads and reports. A name must come from `newStoredName`; any other never reaches the disk or the
 * network.
 */
export type Storage = {
  /** Store a file atomically and durably. @throws AppError STORAGE_FULL */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Store `size` bytes that are too large for memory. @throws AppError STORAGE_FULL */
  putStream(name: string, stream: Readable, size: number): Promise<void>
  /** @throws AppError NOT_FOUND */
  read(name: string): Promise<Buffer>
  /**
   * Return the content as a stream, or its part `range`; `size` is that of the whole file. @throws AppError NOT_FOUND
   */
  open(name: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Return the path of the file on this machine, whether it exists or not; null = stored elsewhere. */
  localPath(name: string): string | null
  /** Remove a file; a missing one counts as removed. */
  remove(name: string): Promise<void>
  /** Return the id of the database that the files belong to, set by `setOwner`; null before that. */
  owner(): Promise<string | null>
  setOwner(id: string): Promise<void>
  /** List every file of ours, including drafts of an interrupted `put`. */
  list(): AsyncGenerator<StoredFile, void, unknown>
}
