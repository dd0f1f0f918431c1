import { bufferPool, smallestBuffer } from './buffer-pool.ts'
import { tooLarge } from './too-large.ts'

function newBuffer(bytes: number): Buffer {
  if (bytes < smallestBuffer) return Buffer.allocUnsafeSlow(bytes)
  const { buffer, byteOffset, byteLength } = bufferPool.take(bytes)
  return Buffer.from(buffer, byteOffset, byteLength)
}

const firstBytes = 64 * 1024

/** Bytes that arrive in pieces and are kept in one place. */
export type Filling = {
  /** @throws AppError TOO_LARGE above the most */
  add(piece: Uint8Array): void
  /** The same for text in base64 of a whole number of bytes. */
  addBase64(text: string): void
  bytes(): Buffer
}

/**
 * Grows as it is needed, twice as much each time: the engine of JavaScript collects its garbage, and stops for it, for every allocation
 * as large as the largest file.
 * @param expectedBytes what the sender says will come, or more; it may be wrong
 */
export function createFilling(mostBytes: number, expectedBytes = firstBytes): Filling {
  let buffer: Buffer | null = null
  let size = 0
  const bufferFor = (more: number): Buffer => {
    const needed = size + more
    if (needed > mostBytes) throw tooLarge(mostBytes)
    if (buffer && needed <= buffer.length) return buffer
    const smaller = buffer
    buffer = newBuffer(Math.min(mostBytes, Math.max(needed, smaller ? 2 * smaller.length : expectedBytes)))
    smaller?.copy(buffer, 0, 0, size)
    if (smaller) bufferPool.giveBack(smaller)
    return buffer
  }
  return {
    add(piece) {
      bufferFor(piece.length).set(piece, size)
      size += piece.length
    },
    addBase64(text) {
      size += bufferFor(Math.floor((text.length * 3) / 4)).write(text, size, 'base64')
    },
    bytes() {
      const filled = buffer?.subarray(0, size) ?? Buffer.alloc(0)
      if (size >= smallestBuffer) return filled
      const copy = Buffer.from(filled)
      if (buffer) bufferPool.giveBack(buffer)
      return copy
    },
  }
}
