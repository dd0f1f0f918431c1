/**
 * Memory for bodies, lent again when its body was read. New memory for each of them would count as garbage of this thread, and V8 searches all
 * of the heap for every ten megabytes of it: 30 times in 15 s under a stream of refused feeds of 1 MB. It is shared, so that another thread
 * reads it where it is.
 */
export type BufferPool = {
  /** Memory for `bytes` bytes or more; what a former body left in it is still there. */
  take(bytes: number): Uint8Array
  /** Takes back the memory that these bytes lie in, even while somebody reads them; passes over bytes that lie elsewhere. */
  giveBack(bytes: Uint8Array): void
}

/** Less is no burden; more is rare, and not kept. */
export const smallestBuffer = 128 * 1024
const largestBuffer = 8 * 1024 * 1024
/** All that are free together. */
const mostKept = 32 * 1024 * 1024

/** @param most bytes of all that are kept for the next bodies */
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

/** Those of this process. */
export const bufferPool = createBufferPool()
