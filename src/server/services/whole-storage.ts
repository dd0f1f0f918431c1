import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Storage } from './storage.ts'

export type Deadlines = {
  /** How long a file may keep its first byte back, in ms. */
  firstByteMs: number
  /** How long it may stop in the middle, or a change may take, in ms. */
  stallMs: number
}
const usual: Deadlines = { firstByteMs: 10_000, stallMs: 30_000 }

/** What `work` answers, or an error that names the file when it takes too long. */
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

/** The stream, ended with an error where it stalls or does not bring the bytes that were announced. */
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
 * A storage that always answers: what does not begin within 10 s, stops for 30 s or is shorter or longer than announced is an error that
 * names the file, so that no request, backup or report waits for ever or takes half a file for a whole one.
 */
export function wholeStorage(storage: Storage, deadlines: Deadlines = usual): Storage {
  const { firstByteMs, stallMs } = deadlines
  const open: Storage['open'] = async (name, range) => {
    const { stream, size } = await within(firstByteMs, name, storage.open(name, range))
    const bytes = range ? Math.min(range.end, size - 1) - range.start + 1 : size
    return { stream: Readable.from(whole(name, stream, bytes, deadlines), { objectMode: false }), size }
  }
  return {
    put: (name, bytes) => within(stallMs, name, storage.put(name, bytes)),
    // It lasts as long as its sender takes, which has a deadline of its own.
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
