import fs from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { codeOf } from '#shared/error-code.ts'

/**
 * Our record of the files of the embedded database, stored beside them: the files themselves do not show that one was
 * truncated or deleted, or that the log ends before the last acknowledged write.
 */
const Ledger = z.object({
  /**
   * The checkpoint at the time of the record, as in the control file. If it differs, an older program has written here
   * since.
   */
  checkpoint: z.string(),
  /** Distinguishes this record from earlier ones, for the notes below. */
  generation: z.string(),
  /** Length of each file in bytes; exact if the database was shut down cleanly, otherwise a minimum. */
  sizes: z.record(z.string(), z.number()),
  /** CRC-32 of small files without checksums of their own, recorded at a clean shutdown. */
  sums: z.record(z.string(), z.number()),
})
export type Ledger = z.output<typeof Ledger>

const ledgerFile = 'coldfleet.ledger'
const shrunkFile = 'coldfleet.shrunk'
const logEndFile = 'coldfleet.logend'
const replayFile = 'coldfleet.replaying'
const ignored = /(?:^|\/)(?:t\d+_\d|pg_internal\.init|pgsql_tmp)/

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'

/** Run `work`; return null if a file does not exist. */
export function ifThere<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Sync `path` to the disk, so that it survives a loss of power; also the entries of a folder. */
export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}

/** Folders whose files live as long as their data; temporary files and caches are left out. */
const kept = ['base', 'global', 'pg_xact', 'pg_multixact']
export const withoutChecksums = /^(pg_xact|pg_multixact)\/|\/pg_filenode\.map$/

/** Return the data files with their lengths in bytes; paths are relative to `folder`. */
export function dataFiles(folder: string): Map<string, number> {
  const sizes = new Map<string, number>()
  const read = (below: string) => {
    for (const entry of ifThere(() => fs.readdirSync(join(folder, below), { withFileTypes: true })) ?? []) {
      const path = `${below}/${entry.name}`
      if (entry.isDirectory()) read(path)
      else if (!ignored.test(path)) {
        const size = ifThere(() => fs.statSync(join(folder, path)).size)
        if (size !== null) sizes.set(path, size)
      }
    }
  }
  for (const name of kept) read(name)
  return sizes
}

export const sumOf = (path: string): number => crc32(fs.readFileSync(path))

/** Replace the ledger as a whole, or leave the old one. */
export function writeLedger(folder: string, ledger: Ledger): void {
  const text = JSON.stringify(ledger)
  const path = join(folder, ledgerFile)
  const file = fs.openSync(`${path}.new`, 'w', 0o600)
  try {
    fs.writeSync(file, `${crc32(text)}\n${text}\n`)
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
  fs.renameSync(`${path}.new`, path)
  syncPath(folder)
}

/** Read the ledger; null if there is none that can be read. */
export function readLedger(folder: string): Ledger | null {
  const content = ifThere(() => fs.readFileSync(join(folder, ledgerFile), 'utf8'))
  const [sum, text] = content?.split('\n') ?? []
  if (text === undefined || Number(sum) !== crc32(text)) return null
  const ledger = Ledger.safeParse(JSON.parse(text))
  return ledger.success ? ledger.data : null
}

/** Note, before it happens, that a file may be truncated or deleted: the ledger's length no longer applies to it. */
export function noteShrinking(folder: string, generation: string, path: string): void {
  const file = fs.openSync(join(folder, shrunkFile), 'a', 0o600)
  try {
    fs.writeSync(file, `${generation} ${path}\n`)
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}

/** Return the files to which the ledger's lengths no longer apply. */
export function readShrunk(folder: string, generation: string): ReadonlySet<string> {
  const lines = ifThere(() => fs.readFileSync(join(folder, shrunkFile), 'utf8'))?.split('\n') ?? []
  return new Set(
    lines.filter((line) => line.startsWith(`${generation} `)).map((line) => line.slice(generation.length + 1)),
  )
}

export const forgetShrunk = (folder: string): void => fs.rmSync(join(folder, shrunkFile), { force: true })

/**
 * The newest part of the log that is synced to the disk: `length` bytes at `offset` of `segment` with the CRC-32 `sum`.
 */
export type LogEnd = { segment: string; offset: number; length: number; sum: number }

const logEndBytes = 40
/**
 * Keep the end of the log in a file of fixed size, overwritten in place. It need not be synced: an older end is also
 * valid.
 */
export function openLogEnd(folder: string): { write(end: LogEnd): void; close(): void } {
  const file = fs.openSync(join(folder, logEndFile), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
  const bytes = Buffer.alloc(logEndBytes)
  return {
    write({ segment, offset, length, sum }) {
      bytes.write(segment, 0, 24, 'latin1')
      bytes.writeUInt32LE(offset, 24)
      bytes.writeUInt32LE(length, 28)
      bytes.writeUInt32LE(sum, 32)
      bytes.writeUInt32LE(crc32(bytes.subarray(0, 36)), 36)
      fs.writeSync(file, bytes, 0, logEndBytes, 0)
    },
    close: () => fs.closeSync(file),
  }
}

export function readLogEnd(folder: string): LogEnd | null {
  const bytes = ifThere(() => fs.readFileSync(join(folder, logEndFile)))
  if (bytes?.length !== logEndBytes || bytes.readUInt32LE(36) !== crc32(bytes.subarray(0, 36))) return null
  return {
    segment: bytes.toString('latin1', 0, 24),
    offset: bytes.readUInt32LE(24),
    length: bytes.readUInt32LE(28),
    sum: bytes.readUInt32LE(32),
  }
}

const segmentBytes = 16n * 1_024n * 1_024n
const segmentsOfFile = 0x1_0000_0000n / segmentBytes
/** Return the log position of a byte in a segment, whose name is timeline, file and segment in hexadecimal. */
export const positionOf = (segment: string, offset: number): bigint =>
  (BigInt(`0x${segment.slice(8, 16)}`) * segmentsOfFile + BigInt(`0x${segment.slice(16, 24)}`)) * segmentBytes +
  BigInt(offset)

/**
 * Note the position that a replay of the log has to reach, before the engine replays it: a replay that ends earlier
 * overwrites the rest, and the next start could not detect that.
 */
export function noteReplay(folder: string, reaches: bigint): void {
  fs.writeFileSync(join(folder, replayFile), String(reaches), { mode: 0o600, flush: true })
  syncPath(folder)
}

/** Return the position that an unchecked replay had to reach; null = there is none. */
export function readReplay(folder: string): bigint | null {
  const text = ifThere(() => fs.readFileSync(join(folder, replayFile), 'utf8'))
  return text !== null && /^\d+$/.test(text) ? BigInt(text) : null
}

export const forgetReplay = (folder: string): void => fs.rmSync(join(folder, replayFile), { force: true })
