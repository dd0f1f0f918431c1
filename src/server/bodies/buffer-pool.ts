/**
 * Memory for request bodies, reused after a body was read. New memory for each would become garbage, and V8 collects
 * the whole heap for every ten megabytes of it: 30 times in 15 s under a stream of refused feeds of 1 MB. The memory is
 * shared, so that another thread reads it without a copy.
 */
export type BufferPool = {
  /** Return memory of at least `bytes` bytes; it still contains data of a former body. */
  take(bytes: number): Uint8Array
  /** Return the memory of these bytes to the pool, even while a thread reads them; ignore bytes from elsewhere. */
  giveBack(bytes: Uint8Array): void
}

/** Smaller bodies need no pool; larger ones are rare and not kept. */
export const smallestBuffer = 128 * 1024
const largestBuffer = 8 * 1024 * 1024
/** Maximum total of free memory. */
const mostKept = 32 * 1024 * 1024

/** @param most bytes that are kept for the next bodies */
export function createBufferPool(most = mostKept): BufferPool {
  const free: SharedArrayBuffer[] = []
  const lent = new WeakSet<SharedArrayBuffer>()
  let kept = 0
  return {
    take(bytes) {
      if (bytes > largestBuffer) return Buffer.allocUnsafeSlow(bytes)
      const size = Math.max(smallestBuffer, 2 ** Math.ceil(Math.log2(bytes)))
      const place = free.findIndex(({ byteLength }) => byteLength === size)
      const buffer = place < 0 ? new SharedArrayBuffer(size) : free.splice(place, 1)[0]
      if (!buffer) return Buffer.allocUnsafeSlow(bytes)
      if (place >= 0) kept -= size
      lent.add(buffer)
      return new Uint8Array(buffer)
    },
    giveBack({ buffer }) {
      if (!(buffer instanceof SharedArrayBuffer) || !lent.delete(buffer) || kept + buffer.byteLength > most) return
      kept += buffer.byteLength
      free.push(buffer)
    },
  }
}

/** The pool of this process. */
export const bufferPool = createBufferPool()
