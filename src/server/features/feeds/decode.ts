import { isUtf8 } from 'node:buffer'
import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { breathe } from './raw-line.ts'

const pieceBytes = 4 * 1024 * 1024

async function decodeAs(bytes: Uint8Array, encoding: string, fatal: boolean): Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    pieces.push(decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true }))
    await breathe()
  }
  pieces.push(decoder.decode())
  return pieces.join('')
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const lost = /\uFFFD/g

/**
 * Text of a feed file: UTF-8 with or without BOM, UTF-16 with BOM, otherwise GB18030. A damaged or cut-off UTF-8 file stays UTF-8:
 * most of its Chinese is readable, whereas GB18030 read as UTF-8 is hardly ever. What neither reads whole is read in the one that loses
 * less; what is lost shows as U+FFFD.
 * @throws AppError FEED_UNREADABLE for a spreadsheet or any other binary file
 */
export async function decodeFeed(bytes: Uint8Array, language: Language): Promise<string> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'utf-16le', false)
  const archive = first === 0x50 && second === 0x4b
  if (archive || bytes.subarray(0, 4_096).includes(0)) {
    throw new AppError('FEED_UNREADABLE', { values: { problem: word(language, 'feed.problem.notText') } })
  }
  if (isUtf8(bytes)) return decodeAs(bytes, 'utf-8', true)
  const start = await decodeAs(bytes.subarray(0, pieceBytes), 'utf-8', false)
  const readable = count(start, /[^\p{ASCII}\uFFFD]/gu)
  if (readable > 0 && readable >= count(start, lost)) return decodeAs(bytes, 'utf-8', false)
  try {
    return await decodeAs(bytes, 'gb18030', true)
  } catch {
    const startAsGb = await decodeAs(bytes.subarray(0, pieceBytes), 'gb18030', false)
    return decodeAs(bytes, count(startAsGb, lost) < count(start, lost) ? 'gb18030' : 'utf-8', false)
  }
}
