import { TableError } from './table.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const longestComment = 65_535
const mostEntries = 2_000
/** Sizes and places of ZIP64 stand elsewhere; no workbook within our bounds needs them. */
const beyond = 0xffffffff

type Entry = { method: number; isLocked: boolean; packed: number; offset: number }

function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= least; at -= 1) if (view.getUint32(at, true) === endSignature) return at
  throw new TableError('notAWorkbook')
}

function entriesOf(view: DataView, bytes: Uint8Array): Map<string, Entry> {
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > mostEntries) throw new TableError('tooLarge')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let number = 0; number < count; number += 1) {
    if (at + entryBytes > view.byteLength || view.getUint32(at, true) !== entrySignature) throw new TableError('notAWorkbook')
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + entryBytes, at + entryBytes + nameBytes))
    entries.set(name.replace(/^\//, ''), {
      isLocked: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    })
    at += entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Inflated piece by piece and stopped at the bound, whatever size the file claims. */
async function inflate(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array[]> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new TableError('notAWorkbook')
    })
    if (done) return pieces
    size += value.byteLength
    if (size > most) {
      await reader.cancel().catch(() => undefined)
      throw new TableError('tooLarge')
    }
    pieces.push(value)
  }
}

/**
 * Reads texts of a ZIP file by name; undefined for one that is not in it. All that is read may have `most` bytes together when inflated.
 * @throws TableError for what is no ZIP file, is encrypted or larger
 */
export function openZip(bytes: Uint8Array<ArrayBuffer>, most: number): (name: string) => Promise<string | undefined> {
  if (bytes.byteLength < endBytes) throw new TableError('notAWorkbook')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(view, bytes)
  let left = most
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const { offset, packed, method } = entry
    if (entry.isLocked) throw new TableError('locked')
    if (offset === beyond || packed === beyond) throw new TableError('tooLarge')
    if (offset + localBytes > view.byteLength || view.getUint32(offset, true) !== localSignature) throw new TableError('notAWorkbook')
    const start = offset + localBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (start + packed > view.byteLength || (method !== 0 && method !== 8)) throw new TableError('notAWorkbook')
    const part = bytes.subarray(start, start + packed)
    if (method === 0 && part.byteLength > left) throw new TableError('tooLarge')
    const pieces = method === 0 ? [part] : await inflate(part, left)
    left -= pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    const decoder = new TextDecoder()
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  }
}
