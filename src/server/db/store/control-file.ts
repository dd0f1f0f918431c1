import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#shared/error-code.ts'

export type Control = {
  /** Was the engine shut down cleanly? Otherwise its log has to be replayed. */
  closed: boolean
  /** Position of the newest checkpoint in the log. */
  checkpoint: bigint
}

/**
 * Offsets of the fields of pg_control. Source: PostgreSQL 18, src/include/catalog/pg_control.h, in the layout of the
 * embedded engine
 */
const field = { version: 8, state: 16, checkpoint: 32, checksum: 292 } as const
const version = 1_800
const closedState = 1
const length = field.checksum + 4

/** CRC-32C. Source: RFC 3720, B.4 */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f6_3b78 : crc >>> 1
  }
  return (crc ^ 0xffff_ffff) >>> 0
}

/** Read the control file of an embedded database; null if it is missing, cut off, altered, or of another engine. */
export function readControl(folder: string): Control | null {
  const bytes = Buffer.alloc(length)
  try {
    const file = openSync(join(folder, 'global', 'pg_control'), 'r')
    try {
      if (readSync(file, bytes, 0, length, 0) < length) return null
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  if (
    bytes.readUInt32LE(field.version) !== version ||
    bytes.readUInt32LE(field.checksum) !== crc32c(bytes.subarray(0, field.checksum))
  )
    return null
  return {
    closed: bytes.readUInt32LE(field.state) === closedState,
    checkpoint: bytes.readBigUInt64LE(field.checkpoint),
  }
}
