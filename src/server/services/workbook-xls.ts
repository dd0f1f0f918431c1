import xlsx, { type AOA2SheetOpts, utils, write } from 'xlsx'
import type { Workbook } from './workbook-xlsx.ts'

type Start = { sheet: string; header: readonly string[]; rowsOfSheet: number }

/** Records of the format. Source: [MS-XLS] 2.3 */
const records = { begin: 0x0809, sheetPlace: 0x0085, size: 0x0200, label: 0x0204, number: 0x0203, sharedLabel: 0x00fd, view: 0x023e } as const
/** Type and length stand before the content of each record. */
const headBytes = 4
/** The cell format that the package gives to plain cells. */
const plainFormat = 16
/** Longer texts must be shared strings in this format. */
const longestInline = 255
/** Beyond a record of shared strings (8,224 bytes) the package does not end; no list has a text so long. */
const longestText = 4_000
const pieceBytes = 1 << 20

/** Bytes that grow, without one object for each cell. */
function createBytes() {
  const full: Buffer[] = []
  let piece = Buffer.allocUnsafe(pieceBytes)
  let used = 0
  return {
    /** Room for one record with `length` bytes of content. */
    record(type: number, length: number): { buffer: Buffer; at: number } {
      if (used + 4 + length > piece.length) {
        full.push(piece.subarray(0, used))
        piece = Buffer.allocUnsafe(pieceBytes)
        used = 0
      }
      const at = piece.writeUInt16LE(length, piece.writeUInt16LE(type, used))
      used = at + length
      return { buffer: piece, at }
    },
    all: (): Buffer[] => [...full, piece.subarray(0, used)],
  }
}
type Sheet = { bytes: ReturnType<typeof createBytes>; lines: number }

/** The records of a stream, each with its place. */
function* recordsOf(stream: Buffer): Generator<{ type: number; start: number; end: number }> {
  for (let start = 0; start + 4 <= stream.length; ) {
    const end = start + 4 + stream.readUInt16LE(start + 2)
    yield { type: stream.readUInt16LE(start), start, end }
    start = end
  }
}

/**
 * Writes xls. The package makes the frame (fonts, formats, sheets with their heads, shared strings), the rows are put into it as
 * records of our own while they come: what it keeps for each cell would be twenty times the file.
 */
export function createXls({ sheet, header, rowsOfSheet }: Start): Workbook {
  const sheets: Sheet[] = []
  const headTexts = new Set(header)
  const longTexts = new Map<string, number>()

  const sharedText = (text: string): number => {
    const known = longTexts.get(text)
    if (known !== undefined) return known
    longTexts.set(text, headTexts.size + longTexts.size)
    return headTexts.size + longTexts.size - 1
  }
  function sheetFor(): Sheet {
    const last = sheets.at(-1)
    if (last && last.lines <= rowsOfSheet) return last
    const next = { bytes: createBytes(), lines: 1 }
    sheets.push(next)
    return next
  }
  function addCell({ bytes, lines }: Sheet, column: number, cell: string | number): void {
    const place = ({ buffer, at }: { buffer: Buffer; at: number }) =>
      buffer.writeUInt16LE(plainFormat, buffer.writeUInt16LE(column, buffer.writeUInt16LE(lines, at)))
    if (typeof cell === 'number') {
      const room = bytes.record(records.number, 14)
      room.buffer.writeDoubleLE(Number.isFinite(cell) ? cell : 0, place(room))
    } else if (cell.length > longestInline) {
      const room = bytes.record(records.sharedLabel, 10)
      room.buffer.writeUInt32LE(sharedText(cell.slice(0, longestText)), place(room))
    } else {
      const room = bytes.record(records.label, 9 + 2 * cell.length)
      const at = room.buffer.writeUInt16LE(cell.length, place(room))
      room.buffer.write(cell, room.buffer.writeUInt8(1, at), 'utf16le')
    }
  }

  /** The frame: every sheet with its head; the long texts stand below the first head, so that they become shared strings. */
  function frame(): Buffer {
    const book = utils.book_new()
    const dense: AOA2SheetOpts & { dense: boolean } = { dense: true }
    for (const [index] of sheets.entries()) {
      const rows = [[...header], ...(index === 0 ? [...longTexts.keys()].map((text) => [text]) : [])]
      const made = utils.aoa_to_sheet(rows, dense)
      made['!cols'] = header.map(() => ({ wch: 18 }))
      utils.book_append_sheet(book, made, index === 0 ? sheet : `${sheet} ${index + 1}`)
    }
    const bytes: Uint8Array = write(book, { type: 'buffer', bookType: 'biff8', bookSST: longTexts.size > 0 })
    const stream = xlsx.CFB.find(xlsx.CFB.read(Buffer.from(bytes), { type: 'buffer' }), '/Workbook')
    if (!stream) throw new Error('the frame of the workbook has no content')
    return Buffer.from(stream.content as Uint8Array)
  }

  /** The frame with the rows in it: below the head of each sheet, in place of whatever stands there. */
  function filled(stream: Buffer): Buffer {
    const parts: Buffer[] = []
    const places: Buffer[] = []
    let length = 0
    // The first begin is that of the whole book; the sheets follow.
    let number = -2
    const put = (bytes: Buffer) => {
      parts.push(bytes)
      length += bytes.length
    }
    for (const { type, start, end } of recordsOf(stream)) {
      const record = Buffer.from(stream.subarray(start, end))
      if (type === records.begin) {
        number += 1
        places[number]?.writeUInt32LE(length, headBytes)
      }
      const target = sheets[number]
      if (type === records.sheetPlace) places.push(record)
      if (type === records.size && target) record.writeUInt32LE(target.lines, headBytes + 4)
      if (type === records.view && target) for (const piece of target.bytes.all()) put(piece)
      const isBelowHead = (type === records.label || type === records.sharedLabel) && record.readUInt16LE(headBytes) > 0
      if (!isBelowHead) put(record)
    }
    return Buffer.concat(parts, length)
  }

  return {
    async add(rows) {
      for (const row of rows) {
        const target = sheetFor()
        for (const [column, cell] of row.entries()) if (cell !== null && cell !== '') addCell(target, column, cell)
        target.lines += 1
      }
    },
    async end() {
      sheetFor()
      const container = xlsx.CFB.utils.cfb_new({ root: 'R' })
      xlsx.CFB.utils.cfb_add(container, '/Workbook', filled(frame()))
      return xlsx.CFB.write(container, { type: 'buffer', fileType: 'cfb' }) as Uint8Array
    },
  }
}
