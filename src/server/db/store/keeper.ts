import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readControl } from './control-file.ts'
import {
  dataFiles,
  forgetShrunk,
  type LogEnd,
  noteShrinking,
  openLogEnd,
  readLedger,
  readShrunk,
  sumOf,
  withoutChecksums,
  writeLedger,
} from './ledger.ts'
import { pageBytes } from './page-checksum.ts'

/** Watch the engine's file operations, and keep the ledger of them. Paths are relative to the engine's folder. */
export type Keeper = {
  /** Bytes were written to a file, at `position`. */
  written(path: string, bytes: Uint8Array, position: number): void
  /** A file was synced to the disk. */
  synced(path: string): void
  /** A file is about to be truncated or deleted. */
  shrinks(path: string): void
  /** Bytes of the log since the newest checkpoint. */
  logBytes(): number
  close(): void
}

const segmentName = /^pg_wal\/([0-9A-F]{24})$/
const controlFile = 'global/pg_control'

/** Return the bytes up to the last one that is not zero: a page of the log is filled from its beginning. */
function filled(page: Uint8Array): Uint8Array {
  let length = page.length
  while (length > 0 && page[length - 1] === 0) length -= 1
  return page.subarray(0, length)
}

/** Remember the newest written page of the log, until it is synced. */
function createLogPages() {
  let newest: { path: string; segment: string; offset: number; page: Uint8Array } | null = null
  return {
    /** @returns the number of these bytes that belong to the log */
    written(path: string, bytes: Uint8Array, position: number): number {
      const [, segment] = segmentName.exec(path) ?? []
      if (segment === undefined || bytes.length === 0) return 0
      const at = Math.floor((position + bytes.length - 1) / pageBytes) * pageBytes
      const from = Math.max(0, at - position)
      // Written from the beginning of a page, as the engine always does: whole pages.
      if (at >= position) newest = { path, segment, offset: at, page: bytes.slice(from) }
      return bytes.length
    },
    /** @returns the end of the log after its file was synced; null = nothing was written since */
    synced(path: string): LogEnd | null {
      if (newest?.path !== path) return null
      const part = filled(newest.page)
      const { segment, offset } = newest
      newest = null
      return { segment, offset, length: part.length, sum: crc32(part) }
    },
  }
}

export function openKeeper(folder: string): Keeper {
  const logEnd = openLogEnd(folder)
  const found = readLedger(folder)
  let checkpoint = found?.checkpoint ?? ''
  let generation = found?.generation ?? ''
  let sizes = new Map(Object.entries(found?.sizes ?? {}))
  for (const path of readShrunk(folder, generation)) sizes.delete(path)
  const pages = createLogPages()
  let logged = 0

  /** A full disk must not stop the engine here: without a ledger the next start reads everything instead. */
  const leniently = (work: () => void) => {
    try {
      work()
    } catch {
      fs.rmSync(join(folder, 'coldfleet.ledger'), { force: true })
      sizes = new Map()
      checkpoint = ''
    }
  }
  const keepLedger = () => {
    const control = readControl(folder)
    // The control file also changes as the engine begins to stop: then files are longer than their synced part.
    if (!control || String(control.checkpoint) === checkpoint) return
    logged = 0
    const present = dataFiles(folder)
    const small = control.closed ? [...present.keys()].filter((path) => withoutChecksums.test(path)) : []
    const next = randomUUID()
    writeLedger(folder, {
      checkpoint: String(control.checkpoint),
      generation: next,
      sizes: Object.fromEntries(present),
      sums: Object.fromEntries(small.map((path) => [path, sumOf(join(folder, path))])),
    })
    checkpoint = String(control.checkpoint)
    generation = next
    sizes = present
    forgetShrunk(folder)
  }
  return {
    written(path, bytes, position) {
      logged += pages.written(path, bytes, position)
    },
    synced(path) {
      if (path === controlFile) return leniently(keepLedger)
      const end = pages.synced(path)
      if (end) leniently(() => logEnd.write(end))
    },
    shrinks(path) {
      if (!sizes.delete(path)) return
      leniently(() => noteShrinking(folder, generation, path))
    },
    logBytes: () => logged,
    close: () => logEnd.close(),
  }
}
