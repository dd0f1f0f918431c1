import { TableError } from './table.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const longestComment = 65_535
const mostEntries = 2_000
/**
 * This number of bytes is decompressed in any case, and more only in proportion: sheets of machines have 10 to 30 times
 * their compressed size.
 */
const freeBytes = 16 * 1024 * 1024
const mostRatio = 250
/** ZIP64 stores sizes and offsets elsewhere; no workbook within our limits needs it. */
const beyond = 0xffffffff

type Entry = { method: number; isLocked: boolean; packed: number; unpacked: number; offset: number }

/** Does a file begin like a ZIP file, such as .xlsx? */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= least; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at
  throw new TableError('notAWorkbook')
}

function entriesOf(view: DataView, bytes: Uint8Array): Map<string, Entry> {
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > mostEntries) throw new TableError('tooLarge')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let number = 0; number < count; number += 1) {
    if (at + entryBytes > view.byteLength || view.getUint32(at, true) !== entrySignature)
      throw new TableError('notAWorkbook')
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + entryBytes, at + entryBytes + nameBytes))
    entries.set(name.replace(/^\//, ''), {
      isLocked: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Decompress in chunks and stop at the limit, whatever size the file claims. */
async function* inflate(packed: Uint8Array<ArrayBuffer>, most: number): AsyncGenerator<Uint8Array, void, unknown> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new TableError('notAWorkbook')
      })
      if (done) return
      size += value.byteLength
      if (size > most) throw new TableError('tooLarge')
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Files in a ZIP file by name: as one text, or in chunks while they are decompressed; undefined for a missing one. */
export type ZipFile = {
  /** @param most bytes, for a part that is never large */
  text(name: string, most?: number): Promise<string | undefined>
  pieces(name: string): AsyncGenerator<string, void, unknown> | undefined
}

/**
 * Open a ZIP file. All parts read from it may have at most `most` decompressed bytes together; a part that declares
 * more is refused before reading.
 * @throws TableError for another kind of file, or one that is encrypted or larger
 */
export function openZipFile(bytes: Uint8Array<ArrayBuffer>, most: number): ZipFile {
  if (bytes.byteLength < endBytes) throw new TableError('notAWorkbook')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(view, bytes)
  let left = most

  async function* piecesOf({
    offset,
    packed,
    unpacked,
    method,
    isLocked,
  }: Entry): AsyncGenerator<string, void, unknown> {
    if (isLocked) throw new TableError('locked')
    const proportional = Math.max(freeBytes, mostRatio * packed)
    if (offset === beyond || packed === beyond || unpacked > Math.min(left, proportional))
      throw new TableError('tooLarge')
    if (offset + localBytes > view.byteLength || view.getUint32(offset, true) !== localSignature)
      throw new TableError('notAWorkbook')
    const start = offset + localBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (start + packed > view.byteLength || (method !== 0 && method !== 8)) throw new TableError('notAWorkbook')
    const part = bytes.subarray(start, start + packed)
    if (method === 0 && part.byteLength > left) throw new TableError('tooLarge')
    const decoder = new TextDecoder()
    const bound = Math.min(left, proportional)
    for await (const piece of method === 0 ? [part] : inflate(part, bound)) {
      left -= piece.byteLength
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder.decode()
  }
  const pieces: ZipFile['pieces'] = (name) => {
    const entry = entries.get(name)
    return entry && piecesOf(entry)
  }
  return {
    pieces,
    async text(name, mostOfIt = most) {
      const found = pieces(name)
      if (!found) return undefined
      const texts: string[] = []
      let size = 0
      for await (const text of found) {
        size += text.length
        if (size > mostOfIt) throw new TableError('tooLarge')
        texts.push(text)
      }
      return texts.join('')
    },
  }
}
