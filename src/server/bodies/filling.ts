import { bufferPool, smallestBuffer } from './buffer-pool.ts'
import { tooLarge } from './too-large.ts'

function newBuffer(bytes: number): Buffer {
  if (bytes < smallestBuffer) return Buffer.allocUnsafeSlow(bytes)
  const { buffer, byteOffset, byteLength } = bufferPool.take(bytes)
  return Buffer.from(buffer, byteOffset, byteLength)
}

const firstBytes = 64 * 1024

/** A buffer that grows while bytes arrive in pieces. */
export type Filling = {
  /** @throws AppError TOO_LARGE above the maximum */
  add(piece: Uint8Array): void
  /** Add a text in base64 of a whole number of bytes. */
  addBase64(text: string): void
  bytes(): Buffer
}

/**
 * Double the buffer when needed: allocating the maximum size every time would cause V8 to collect garbage, and pause,
 * for every body.
 * @param expectedBytes the announced size, or more; it may be wrong
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
