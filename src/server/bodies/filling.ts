import { rooms, smallestRoom } from './rooms.ts'
import { tooLarge } from './too-large.ts'

function newRoom(bytes: number): Buffer {
  if (bytes < smallestRoom) return Buffer.allocUnsafeSlow(bytes)
  const { buffer, byteOffset, byteLength } = rooms.take(bytes)
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
 * Takes room as it is needed, twice as much each time: the engine of JavaScript collects its garbage, and stands still, for every allocation
 * as large as the largest file.
 * @param expectedBytes what the sender says will come, or more; it may be wrong
 */
export function createFilling(mostBytes: number, expectedBytes = firstBytes): Filling {
  let room: Buffer | null = null
  let size = 0
  const roomFor = (more: number): Buffer => {
    const needed = size + more
    if (needed > mostBytes) throw tooLarge(mostBytes)
    if (room && needed <= room.length) return room
    const smaller = room
    room = newRoom(Math.min(mostBytes, Math.max(needed, smaller ? 2 * smaller.length : expectedBytes)))
    smaller?.copy(room, 0, 0, size)
    if (smaller) rooms.giveBack(smaller)
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
      if (size >= smallestRoom) return filled
      const copy = Buffer.from(filled)
      if (room) rooms.giveBack(room)
      return copy
    },
  }
}
