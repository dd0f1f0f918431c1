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

/** How far a piece was read, and the value that ended there. */
type Progress = { at: number; isComplete: boolean; value: unknown }

/** Decode a file as base64 text, from its first character to the quote after it. */
function createFileReader({ name, mostBytes }: LargeFields['file']) {
  let filling = createFilling(mostBytes)
  let base64 = base64Reader(filling)
  let escaped = false

  return (piece: Uint8Array, from: number): Progress => {
    const end = piece.indexOf(quote, from)
    const stop = end < 0 ? piece.length : end
    // Base64 contains no quote.
    if (end >= 0 && (stop > from ? piece[stop - 1] === backslash : escaped)) throw refuse(name, 'problem.invalid')
    if (stop > from) {
      escaped = piece[stop - 1] === backslash
      base64.write(Buffer.from(piece.buffer, piece.byteOffset + from, stop - from).toString('latin1'))
    }
    if (end < 0) return { at: stop, isComplete: false, value: undefined }
    base64.end()
    const bytes = filling.bytes()
    filling = createFilling(mostBytes)
    base64 = base64Reader(filling)
    return { at: stop + 1, isComplete: true, value: bytes.length === 0 ? '' : bytes }
  }
}

/** Parse a list row by row, from its first character to the bracket that closes it. */
function createRowsReader({ name, most }: LargeFields['rows'], size: BodySize) {
  let list = rowsReader(name, most, size)
  let [quoted, escaped] = [false, false]
  let depth = 0

  return (piece: Uint8Array, from: number): Progress => {
    let start = from
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (quoted) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) quoted = false
      } else if (byte === quote) quoted = true
      else if (byte === openObject || byte === openList) depth += 1
      else if (byte === comma && depth === 0) {
        list.write(piece.subarray(start, at))
        list.separate()
        start = at + 1
      } else if (byte === closeObject || byte === closeList) {
        depth -= 1
        if (depth >= 0) continue
        list.write(piece.subarray(start, at))
        const value = list.end()
        list = rowsReader(name, most, size)
        depth = 0
        return { at: at + 1, isComplete: true, value }
      }
    }
    list.write(piece.subarray(start))
    return { at: piece.length, isComplete: false, value: undefined }
  }
}

/** Collect everything beside the large values, with `null` in their places. */
function createBesideReader({ file, rows }: LargeFields, level: Level) {
  const kept: Uint8Array[] = []
  const open: number[] = []
  let keptBytes = 0
  let [quoted, escaped, isKey, begun, trailing] = [false, false, false, false, false]
  let key: number[] = []
  /** The field whose value starts with the next character. */
  let field: string | null = null

  function keep(piece: Uint8Array): void {
    if (piece.length === 0) return
    keptBytes += piece.length
    if (keptBytes > mostBeside) throw tooLarge(mostBeside)
    kept.push(Buffer.from(piece))
  }

  return {
    text: () => Buffer.concat(kept),
    hasMore: () => trailing,
    /** Read until the opening character of a large value. @returns the index after it, and which value it opens */
    read(piece: Uint8Array, from: number): { at: number; opened: 'file' | 'rows' | null } {
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
          return { at: at + 1, opened: byte === quote ? 'file' : 'rows' }
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
      return { at: piece.length, opened: null }
    },
  }
}

/**
 * Read a JSON body that is too large for one text while it arrives: decode its file and parse its rows piece by piece,
 * so that other requests get their turn; only the rest is parsed as a whole.
 */
export function largeJson(fields: LargeFields, size: BodySize, level: Level) {
  const beside = createBesideReader(fields, level)
  const readers = { file: createFileReader(fields.file), rows: createRowsReader(fields.rows, size) }
  const found: Record<string, unknown> = {}
  /** The large value that is being read. */
  let current: 'file' | 'rows' | null = null

  function read(piece: Uint8Array, from: number): number {
    if (current === null) {
      const { at, opened } = beside.read(piece, from)
      current = opened
      return at
    }
    const { at, isComplete, value } = readers[current](piece, from)
    if (isComplete) {
      found[fields[current].name] = value
      current = null
    }
    return at
  }

  return {
    /** @throws AppError as `parseBody`, TOO_LARGE above the maximum */
    write(piece: Uint8Array): void {
      let at = 0
      while (at < piece.length) at = read(piece, at)
    },
    /** Return whether data follows the outermost object: then it was the first of several JSON lines. */
    hasMore: beside.hasMore,
    /** Return the value of the body; undefined when it is empty. @throws AppError as `parseBody` */
    end(): unknown {
      if (current !== null) throw new AppError('NOT_JSON')
      const body = parseBody(beside.text(), size)
      if (Object.keys(found).length === 0) return body
      const [holder, ...others] = level === 1 ? [body] : Object.values(body as object)
      if (others.length > 0) throw refuse('body', 'problem.invalid')
      Object.assign(holder as object, found)
      return body
    },
  }
}
