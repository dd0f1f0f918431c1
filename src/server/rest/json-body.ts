import { AppError } from '#shared/errors.ts'
import type { Word } from '#shared/i18n/index.ts'

/** Deeper bodies than this come from nobody who means well. */
const deepest = 32
const pollutingKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const loneSurrogate = /\p{Surrogate}/u

const refuse = (field: string, problem: Word) => new AppError('VALIDATION', { field, problem, values: { limit: deepest } })

/** Text that no database column takes: a NUL or half of a surrogate pair. */
export function checkText(text: string, field: string): void {
  if (text.includes('\0') || loneSurrogate.test(text)) throw refuse(field, 'problem.unstorable')
}

/** Ends (at its closing quote) the JSON string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** What JSON.parse passes over in silence: a key written twice, and nesting without end. `text` is valid JSON. */
function checkStructure(text: string): void {
  const open: (Set<string> | null)[] = []
  let keyExpected = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 34) {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keyExpected && keys) {
        const key: unknown = JSON.parse(text.slice(at, end + 1))
        if (typeof key !== 'string' || keys.has(key)) throw refuse(String(key), 'problem.twice')
        if (pollutingKeys.has(key)) throw refuse(key, 'problem.invalid')
        keys.add(key)
        keyExpected = false
      }
      at = end
    } else if (character === 123 || character === 91) {
      if (open.length >= deepest) throw refuse('body', 'problem.tooDeep')
      open.push(character === 123 ? new Set() : null)
      keyExpected = character === 123
    } else if (character === 125 || character === 93) {
      open.pop()
      keyExpected = false
    } else if (character === 44) keyExpected = open.at(-1) instanceof Set
  }
}

function checkValues(value: unknown, field: string): void {
  if (typeof value === 'string') checkText(value, field)
  else if (typeof value === 'number' && !Number.isFinite(value)) throw refuse(field, 'problem.invalid')
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      checkText(key, field)
      checkValues(inner, Array.isArray(value) ? field : key)
    }
  }
}

/**
 * The fields of a JSON body; nothing, or blanks only, is an empty body. With `list` a JSON list is taken too, as a field of that name.
 * @throws AppError NOT_JSON for what is not JSON, VALIDATION for JSON that is no object or holds what nobody can mean
 */
export function readJsonBody(bytes: Uint8Array | undefined, { list = false } = {}): Record<string, unknown> {
  if (!bytes || bytes.length === 0) return {}
  let text: string
  let body: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') return {}
    body = JSON.parse(text)
  } catch {
    throw new AppError('NOT_JSON')
  }
  if (typeof body !== 'object' || body === null || (Array.isArray(body) && !list)) throw refuse('body', 'problem.noObject')
  checkStructure(text)
  checkValues(body, 'body')
  return Array.isArray(body) ? { list: body } : { ...body }
}

/** The fields of a query string. @throws AppError VALIDATION for broken percent-encoding, a field sent twice, or text that nobody can mean */
export function readQuery(search: string): Record<string, string> {
  const fields: Record<string, string> = {}
  if (search === '') return fields
  try {
    decodeURIComponent(search)
  } catch {
    throw refuse('query', 'problem.percent')
  }
  for (const [key, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(fields, key) || pollutingKeys.has(key)) throw refuse(key, Object.hasOwn(fields, key) ? 'problem.twice' : 'problem.invalid')
    checkText(key, 'query')
    checkText(value, key)
    fields[key] = value
  }
  return fields
}
