import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Storage } from './storage.ts'

export type Deadlines = {
  /** Maximum time to the first byte of a file, in ms. */
  firstByteMs: number
  /** Maximum pause within a file, and maximum time of a change, in ms. */
  stallMs: number
}
const usual: Deadlines = { firstByteMs: 10_000, stallMs: 30_000 }

/** Return the result of `work`, or throw an error that names the file when it takes too long. */
async function within<Result>(milliseconds: number, name: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed('STORAGE_SILENT', name)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // Its late failure must not end the process.
    work.catch(() => undefined)
  }
}

const failed = (code: ErrorCode, name: string): AppError => new AppError(code, { values: { name } })

/** Read the stream as a whole file, and close it with its reader, even one that has not read yet. */
function readable(name: string, stream: Readable, bytes: number, deadlines: Deadlines): Readable {
  const read = Readable.from(whole(name, stream, bytes, deadlines), { objectMode: false })
  // A failure before the first read is reported by that read.
  stream.on('error', () => undefined)
  // A generator that has not started runs no `finally`.
  read.once('close', () => stream.destroy())
  return read
}

/** Yield the stream; throw when it stalls or its length differs from the announced one. */
async function* whole(
  name: string,
  stream: Readable,
  bytes: number,
  { firstByteMs, stallMs }: Deadlines,
): AsyncGenerator<Buffer, void, unknown> {
  const chunks = stream[Symbol.asyncIterator]()
  let read = 0
  try {
    for (;;) {
      const { done, value } = await within(read === 0 ? firstByteMs : stallMs, name, chunks.next())
      if (done) break
      const chunk = Buffer.from(value as Uint8Array)
      read += chunk.length
      yield chunk
    }
    if (read !== bytes) throw failed('STORAGE_CUT', name)
  } finally {
    stream.destroy()
  }
}

/**
 * Wrap a storage so that it always answers: a file that does not start within 10 s, stalls for 30 s or is shorter or
 * longer than announced is an error that names the file. No request, backup or report waits for ever or uses a
 * truncated file.
 */
export function wholeStorage(storage: Storage, deadlines: Deadlines = usual): Storage {
  const { firstByteMs, stallMs } = deadlines
  const open: Storage['open'] = async (name, range) => {
    const opening = storage.open(name, range)
    const { stream, size } = await within(firstByteMs, name, opening).catch((error: unknown) => {
      // One that opens too late has no reader.
      opening.then(({ stream }) => stream.on('error', () => undefined).destroy()).catch(() => undefined)
      throw error
    })
    const bytes = range ? Math.min(range.end, size - 1) - range.start + 1 : size
    return { stream: readable(name, stream, bytes, deadlines), size }
  }
  return {
    put: (name, bytes) => within(stallMs, name, storage.put(name, bytes)),
    // It takes as long as its sender, which has its own deadline.
    putStream: storage.putStream,
    read: async (name) => buffer((await open(name)).stream),
    open,
    localPath: storage.localPath,
    remove: (name) => within(stallMs, name, storage.remove(name)),
    owner: () => within(stallMs, 'owner', storage.owner()),
    setOwner: (id) => within(stallMs, 'owner', storage.setOwner(id)),
    list: storage.list,
  }
}
