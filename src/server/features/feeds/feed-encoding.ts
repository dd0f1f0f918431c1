import { isAscii, isUtf8 } from 'node:buffer'
import { giveWay } from '#server/giving-way.ts'
import { unmarkedUtf16 } from '#shared/tables/unmarked-utf16.ts'
import { refuseHeadless } from './missing-headings.ts'
import { unreadable } from './unreadable-feed.ts'

const pieceBytes = 512 * 1024
/** Size of the sample that shows which encoding loses fewer characters. */
const sampleBytes = 4 * 1024 * 1024

/** Decode bytes in pieces, and let other requests run in between. */
async function inPieces(bytes: Uint8Array, decode: (piece: Uint8Array) => string): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    pieces.push(decode(bytes.subarray(from, from + pieceBytes)))
    await giveWay()
  }
  return pieces.join('')
}

async function decodeAs(bytes: Uint8Array, encoding: string, fatal: boolean): Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  const text = await inPieces(bytes, (piece) => decoder.decode(piece, { stream: true }))
  return text + decoder.decode()
}

/** A decoder makes two bytes of each character. ASCII text does not need them, and a large feed has many characters. */
const asciiText = (bytes: Uint8Array) =>
  inPieces(bytes, (piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1'))

const lostSign = 0xfffd

/** Count the non-ASCII characters that an encoding reads at the beginning of a file, and those that it loses. */
async function tryEncoding(
  bytes: Uint8Array,
  encoding: string,
): Promise<{ readable: number; lost: number; isNoText: boolean }> {
  const text = await decodeAs(bytes.subarray(0, sampleBytes), encoding, false)
  let readable = 0
  let lost = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lostSign) lost += 1
    else if (code > 127) readable += 1
  }
  return { readable, lost, isNoText: lost * 2 > text.length }
}

/**
 * Decode a feed file: UTF-8 or UTF-16 with or without BOM, otherwise GB18030. A damaged or truncated UTF-8 file is
 * still read as UTF-8: most of its Chinese text is readable, whereas GB18030 bytes hardly ever decode as UTF-8. A file
 * that is valid in neither is read in the encoding that loses less; lost characters become U+FFFD.
 * @throws AppError FEED_UNREADABLE for an old workbook or any other binary file, and for a table without a header
 */
export async function decodeFeed(bytes: Uint8Array): Promise<string> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'utf-16le', false)
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, 'utf-16be', false)
  const noText = unreadable('feed.problem.notText')
  if (first === 0xd0 && second === 0xcf) throw unreadable('feed.problem.workbook.oldWorkbook')
  const unmarked = unmarkedUtf16(bytes)
  if (unmarked) return decodeAs(bytes, unmarked, false)
  if (bytes.subarray(0, 4_096).includes(0)) throw noText
  refuseHeadless(bytes)
  if (isAscii(bytes)) return asciiText(bytes)
  if (isUtf8(bytes)) return decodeAs(bytes, 'utf-8', true)
  const asUtf = await tryEncoding(bytes, 'utf-8')
  if (asUtf.readable > 0 && asUtf.readable >= asUtf.lost) return decodeAs(bytes, 'utf-8', false)
  try {
    return await decodeAs(bytes, 'gb18030', true)
  } catch {
    const asGb = await tryEncoding(bytes, 'gb18030')
    if (asUtf.isNoText && asGb.isNoText) throw noText
    return decodeAs(bytes, asGb.lost < asUtf.lost ? 'gb18030' : 'utf-8', false)
  }
}
