import { AppError } from '#shared/errors.ts'

/** Below this a copy costs less than what a buffer that is too large keeps. */
const worthCutting = 1024 * 1024

/** Bytes that arrive in pieces and are kept once: memory that nobody has written to is not taken from the machine. */
export type Filling = {
  /** @throws AppError TOO_LARGE above the most */
  add(piece: Uint8Array): void
  /** The same for text in base64 of a whole number of bytes. */
  addBase64(text: string): void
  bytes(): Buffer
}

export function createFilling(mostBytes: number): Filling {
  let room: Buffer | null = null
  let size = 0
  const roomFor = (more: number): Buffer => {
    if (size + more > mostBytes) throw new AppError('TOO_LARGE')
    room ??= Buffer.allocUnsafeSlow(mostBytes)
    return room
  }
  return {
    add(piece) {
      roomFor(piece.length).set(piece, size)
      size += piece.length
    },
    addBase64(text) {
      size += roomFor(Math.floor((text.length * 3) / 4)).write(text, size, 'base64')
    },
    bytes() {
      const filled = room?.subarray(0, size) ?? Buffer.alloc(0)
      return size < worthCutting ? Buffer.from(filled) : filled
    },
  }
}
