import { AppError } from '#shared/errors.ts'
import { base64Reader } from './base64.ts'
import { createFilling } from './filling.ts'
import { parseBody, refuse } from './json-text.ts'
import { rowsReader } from './rows.ts'
import type { BodySize, LargeFields } from './sizes.ts'
import { tooLarge } from './too-large.ts'

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openObject, closeObject, openList, closeList] = [123, 125, 91, 93]
const isBlank = (byte: number | undefined) => byte === 32 || byte === 10 || byte === 13 || byte === 9
/** Maximum size of all other fields. */
const mostBeside = 1024 * 1024
const longestKey = 64
const nothing = Buffer.from('null')

/** 1 = the body is the object with the large fields; 2 = the body contains only that object (a tRPC batch of one). */
export type Level = 1 | 2

/**
 * Read a JSON body that is too large for one text while it arrives: decode its file and parse its rows piece by piece,
 * so that other requests get their turn; only the rest is parsed as a whole.
 */
export function largeJson({ file, rows }: LargeFields, size: BodySize, level: Level) {
  const beside: Uint8Array[] = []
  const found: Record<string, unknown> = {}
  const open: number[] = []
  let besideBytes = 0
  let mode: 'beside' | 'file' | 'rows' = 'beside'
  let [quoted, escaped, isKey, begun, trailing] = [false, false, false, false, false]
  let key: number[] = []
  /** The large field whose value starts with the next character. */
  let field: string | null = null
  let list = rowsReader(rows.name, rows.most, size)
  let filling = createFilling(file.mostBytes)
  let base64 = base64Reader(filling)
  let listDepth = 0

  function keep(piece: Uint8Array): void {
    if (piece.length === 0) return
    besideBytes += piece.length
    if (besideBytes > mostBeside) throw tooLarge(mostBeside)
    beside.push(Buffer.from(piece))
  }

  /** Read until the opening character of a large value. @returns the index where it stopped */
  function readBeside(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (quoted) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) quoted = false
        if (isKey && quoted && key.length < longestKey) key.push(byte)
        continue
      }
      if (isBlank(byte)) continue
      const value = field
      field = null
      if ((value === file.name && byte === quote) || (value === rows.name && byte === openList)) {
        keep(piece.subarray(from, at))
        keep(nothing)
        mode = byte === quote ? 'file' : 'rows'
        escaped = false
        return at + 1
      }
      if (begun && open.length === 0) trailing = true
      begun = true
      if (byte === quote) {
        quoted = true
        if (isKey) key = []
      } else if (byte === openObject || byte === openList) open.push(byte)
      else if (byte === closeObject || byte === closeList) open.pop()
      else if (byte === colon && isKey) field = Buffer.from(key).toString('latin1')
      isKey =
        open.length === level &&
        open.at(-1) === openObject &&
        (byte === openObject || byte === comma || (byte === quote && isKey))
    }
    keep(piece.subarray(from))
    return piece.length
  }

  function readFile(piece: Uint8Array, from: number): number {
    const end = piece.indexOf(quote, from)
    const stop = end < 0 ? piece.length : end
    // Base64 contains no quote.
    if (end >= 0 && (stop > from ? piece[stop - 1] === backslash : escaped)) throw refuse(file.name, 'problem.invalid')
    if (stop > from) {
      escaped = piece[stop - 1] === backslash
      base64.write(Buffer.from(piece.buffer, piece.byteOffset + from, stop - from).toString('latin1'))
    }
    if (end < 0) return stop
    base64.end()
    const bytes = filling.bytes()
    found[file.name] = bytes.length === 0 ? '' : bytes
    filling = createFilling(file.mostBytes)
    base64 = base64Reader(filling)
    mode = 'beside'
    return stop + 1
  }

  function readRows(piece: Uint8Array, from: number): number {
    let start = from
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (quoted) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) quoted = false
      } else if (byte === quote) quoted = true
      else if (byte === openObject || byte === openList) listDepth += 1
      else if (byte === comma && listDepth === 0) {
        list.write(piece.subarray(start, at))
        list.separate()
        start = at + 1
      } else if (byte === closeObject || byte === closeList) {
        listDepth -= 1
        if (listDepth >= 0) continue
        list.write(piece.subarray(start, at))
        found[rows.name] = list.end()
        list = rowsReader(rows.name, rows.most, size)
        listDepth = 0
        mode = 'beside'
        return at + 1
      }
    }
    list.write(piece.subarray(start))
    return piece.length
  }

  const readers = { beside: readBeside, file: readFile, rows: readRows }
  return {
    /** @throws AppError as `parseBody`, TOO_LARGE above the maximum */
    write(piece: Uint8Array): void {
      let at = 0
      while (at < piece.length) at = readers[mode](piece, at)
    },
    /** Return whether data follows the outermost object: then it was the first of several JSON lines. */
    hasMore: (): boolean => trailing,
    /** Return the value of the body; undefined when it is empty. @throws AppError as `parseBody` */
    end(): unknown {
      if (mode !== 'beside') throw new AppError('NOT_JSON')
      const body = parseBody(Buffer.concat(beside), size)
      if (Object.keys(found).length === 0) return body
      const [holder, ...others] = level === 1 ? [body] : Object.values(body as object)
      if (others.length > 0) throw refuse('body', 'problem.invalid')
      Object.assign(holder as object, found)
      return body
    },
  }
}
