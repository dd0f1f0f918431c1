import xlsx, { type AOA2SheetOpts, utils, write } from 'xlsx'
import { cellText, isEmptyCell, type Workbook } from './workbook-xlsx.ts'

type Start = { sheet: string; header: readonly string[]; rowsOfSheet: number }

/** Records of the format. Source: [MS-XLS] 2.3 */
const records = {
  ...{
    begin: 0x0809,
    end: 0x000a,
    sheetPlace: 0x0085,
    size: 0x0200,
    label: 0x0204,
    number: 0x0203,
    sharedLabel: 0x00fd,
    view: 0x023e,
  },
  ...{ sharedTexts: 0x00fc, more: 0x003c },
} as const
/** Type and length precede the content of each record. */
const headBytes = 4
/** The cell format that the package gives to plain cells. */
const plainFormat = 16
/** Longer texts must be shared strings in this format. */
const longestInline = 255
/** Maximum content of a record; longer content continues in further records. */
const longestRecord = 8_224
/** Flag: the following characters are two bytes each. */
const wide = 1
const pieceBytes = 1 << 20

/** Create a growing buffer, without one object for each cell. */
function createBytes() {
  const full: Buffer[] = []
  let piece = Buffer.allocUnsafe(pieceBytes)
  let used = 0
  return {
    /** Reserve space for one record with `length` bytes of content. */
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

/** Yield the records of a stream, each with its position. */
function* recordsOf(stream: Buffer): Generator<{ type: number; start: number; end: number }> {
  for (let start = 0; start + 4 <= stream.length; ) {
    const end = start + 4 + stream.readUInt16LE(start + 2)
    yield { type: stream.readUInt16LE(start), start, end }
    start = end
  }
}

/**
 * Yield shared texts as records: a text that is cut continues in the next record, which repeats the width of its
 * characters. Source: [MS-XLS] 2.4.265, 2.5.293
 */
function* sharedTexts(texts: readonly string[], uses: number): Generator<Buffer> {
  let content = Buffer.alloc(longestRecord)
  let used = content.writeUInt32LE(texts.length, content.writeUInt32LE(uses, 0))
  let type: number = records.sharedTexts
  const full = () => {
    const head = Buffer.alloc(headBytes)
    head.writeUInt16LE(used, head.writeUInt16LE(type, 0))
    const record = Buffer.concat([head, content.subarray(0, used)])
    content = Buffer.alloc(longestRecord)
    used = 0
    type = records.more
    return record
  }
  for (const text of texts) {
    // Length, width and a first character must be in one record.
    if (used + 5 > longestRecord) yield full()
    used = content.writeUInt8(wide, content.writeUInt16LE(text.length, used))
    for (let from = 0; from < text.length; ) {
      if (used + 2 > longestRecord) {
        yield full()
        used = content.writeUInt8(wide, 0)
      }
      const room = Math.floor((longestRecord - used) / 2)
      used += content.write(text.slice(from, from + room), used, 'utf16le')
      from += room
    }
  }
  yield full()
}

/** Create the frame: every sheet with its header. */
function frameOf({ sheet, header }: Pick<Start, 'sheet' | 'header'>, sheets: number): Buffer {
  const book = utils.book_new()
  const dense: AOA2SheetOpts & { dense: boolean } = { dense: true }
  for (let index = 0; index < sheets; index += 1) {
    const made = utils.aoa_to_sheet([[...header]], dense)
    made['!cols'] = header.map(() => ({ wch: 18 }))
    utils.book_append_sheet(book, made, index === 0 ? sheet : `${sheet} ${index + 1}`)
  }
  const bytes: Uint8Array = write(book, { type: 'buffer', bookType: 'biff8' })
  const stream = xlsx.CFB.find(xlsx.CFB.read(Buffer.from(bytes), { type: 'buffer' }), '/Workbook')
  if (!stream) throw new Error('the frame of the workbook has no content')
  return Buffer.from(stream.content as Uint8Array)
}

/** Insert the long texts at the end of the frame's first part, and the rows below the header of each sheet. */
function filled(
  stream: Buffer,
  { sheets, longTexts, uses }: { sheets: readonly Sheet[]; longTexts: readonly string[]; uses: number },
): Buffer {
  const parts: Buffer[] = []
  const places: Buffer[] = []
  let length = 0
  // The first BOF record is that of the whole book; the sheets follow.
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
    if (type === records.end && number === -1 && longTexts.length > 0)
      for (const texts of sharedTexts(longTexts, uses)) put(texts)
    put(record)
  }
  return Buffer.concat(parts, length)
}

/**
 * Write xls. The package creates the frame (fonts, formats, sheets with their headers); we insert the rows as our own
 * records while they arrive: the package's memory for the cells would be twenty times the file.
 */
export function createXls({ sheet, header, rowsOfSheet }: Start): Workbook {
  const sheets: Sheet[] = []
  const longTexts = new Map<string, number>()
  let uses = 0

  const sharedText = (text: string): number => {
    uses += 1
    const known = longTexts.get(text)
    if (known !== undefined) return known
    longTexts.set(text, longTexts.size)
    return longTexts.size - 1
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
      room.buffer.writeDoubleLE(cell, place(room))
    } else if (cell.length > longestInline) {
      const room = bytes.record(records.sharedLabel, 10)
      room.buffer.writeUInt32LE(sharedText(cellText(cell)), place(room))
    } else {
      const room = bytes.record(records.label, 9 + 2 * cell.length)
      const at = room.buffer.writeUInt16LE(cell.length, place(room))
      room.buffer.write(cell, room.buffer.writeUInt8(1, at), 'utf16le')
    }
  }

  return {
    async add(rows) {
      for (const row of rows) {
        const target = sheetFor()
        for (const [column, cell] of row.entries()) if (!isEmptyCell(cell)) addCell(target, column, cell)
        target.lines += 1
      }
    },
    async end() {
      sheetFor()
      const container = xlsx.CFB.utils.cfb_new({ root: 'R' })
      xlsx.CFB.utils.cfb_add(
        container,
        '/Workbook',
        filled(frameOf({ sheet, header }, sheets.length), { sheets, longTexts: [...longTexts.keys()], uses }),
      )
      return xlsx.CFB.write(container, { type: 'buffer', fileType: 'cfb' }) as Uint8Array
    },
  }
}
