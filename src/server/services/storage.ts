import type { Readable } from 'node:stream'

/** First and last byte, both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number }
export type StoredFile = { name: string; size: number; changedAt: Date }

/** Where uploads and reports lie. A name is one that `newStoredName` made; nothing else reaches the disk or the network. */
export type Storage = {
  /** Whole or not at all, and on the disk when it returns. @throws AppError STORAGE_FULL */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The same for `size` bytes that are too many to be held. @throws AppError STORAGE_FULL */
  putStream(name: string, stream: Readable, size: number): Promise<void>
  /** @throws AppError NOT_FOUND */
  read(name: string): Promise<Buffer>
  /** The content as a stream, or the part of it that `range` names; `size` is that of the whole file. @throws AppError NOT_FOUND */
  open(name: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Where the file lies, or would lie, on this machine; null = elsewhere. */
  localPath(name: string): string | null
  /** A file that is not there counts as removed. */
  remove(name: string): Promise<void>
  /** The database that the files belong to, as `setOwner` has written it; null before that. */
  owner(): Promise<string | null>
  setOwner(id: string): Promise<void>
  /** Every file of ours, what an interrupted `put` has left behind included. */
  list(): AsyncGenerator<StoredFile, void, unknown>
}
