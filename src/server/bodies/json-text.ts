import { AppError } from '#shared/errors.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { BodySize } from './sizes.ts'

/** Reject deeply nested bodies. */
const deepest = 32
const pollutingKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const loneSurrogate = /\p{Surrogate}/u
const longestName = 64

export const isPolluting = (key: string): boolean => pollutingKeys.has(key)

/** Create the error of a field that is refused before its call is known; its name may be as long as the body. */
export const refuse = (field: string, problem: Word, limit: number = deepest) =>
  new AppError('VALIDATION', { field: field.slice(0, longestName), problem, values: { limit } })

/** Refuse text that no database column accepts: a NUL or a lone surrogate. */
export function checkText(text: string, field: string): void {
  if (text.includes('\0') || loneSurrogate.test(text)) throw refuse(field, 'problem.unstorable')
}

/** Return the index of the closing quote of the JSON string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/**
 * Count the fields and values of a JSON text before anything is built; one pass, with one number for each open bracket
 * as the only memory.
 * @returns the total number of fields of all objects, each as often as it is written
 * @throws AppError VALIDATION for nesting without end, too many values, or an object with too many fields
 */
export function countFields(
  text: string,
  { values: mostValues, fields: mostFields }: Pick<BodySize, 'values' | 'fields'>,
): number {
  /** Number of fields so far of each open object. */
  const open: number[] = []
  let [fields, values] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 34) at = endOfString(text, at)
    else if (character === 123 || character === 91) {
      if (open.length >= deepest) throw refuse('body', 'problem.tooDeep')
      open.push(0)
      values += 1
    } else if (character === 125 || character === 93) open.pop()
    else if (character === 44) values += 1
    else if (character === 58) {
      fields += 1
      const here = (open.pop() ?? 0) + 1
      if (here > mostFields) throw refuse('body', 'problem.tooManyFields', mostFields)
      open.push(here)
    }
    if (values > mostValues) throw refuse('body', 'problem.tooManyValues', mostValues)
  }
  return fields
}

/** Refuse a key that one object contains twice. `text` is valid JSON. */
function refuseTwins(text: string): void {
  const open: (Set<string> | null)[] = []
  let keyExpected = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 34) {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keyExpected && keys) {
        const key = String(JSON.parse(text.slice(at, end + 1)))
        if (keys.has(key)) throw refuse(key, 'problem.twice')
        keys.add(key)
        keyExpected = false
      }
      at = end
    } else if (character === 123 || character === 91) {
      open.push(character === 123 ? new Set() : null)
      keyExpected = character === 123
    } else if (character === 125 || character === 93) {
      open.pop()
      keyExpected = false
    } else if (character === 44) keyExpected = open.at(-1) instanceof Set
  }
}

/**
 * Check every value of a parsed body. `escaped` = its text contains escapes, the only way to send text that no column
 * accepts.
 * @returns the total number of fields of all objects
 */
function checkValues(value: unknown, field: string, escaped: boolean): number {
  if (typeof value === 'string') {
    if (escaped) checkText(value, field)
    return 0
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw refuse(field, 'problem.invalid')
  if (typeof value !== 'object' || value === null) return 0
  let fields = 0
  if (Array.isArray(value)) {
    for (const inner of value) fields += checkValues(inner, field, escaped)
    return fields
  }
  for (const [key, inner] of Object.entries(value)) {
    if (isPolluting(key)) throw refuse(key, 'problem.invalid')
    if (escaped) checkText(key, field)
    fields += 1 + checkValues(inner, key, escaped)
  }
  return fields
}

/**
 * Refuse what JSON.parse accepts silently: a duplicate key, a prototype key, a number out of range, text that cannot be
 * stored.
 */
export function parseText(text: string, size: Pick<BodySize, 'values' | 'fields'>): unknown {
  const written = countFields(text, size)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new AppError('NOT_JSON', {}, error)
  }
  if (checkValues(body, 'body', text.includes('\\u')) !== written) refuseTwins(text)
  return body
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Return the value of a JSON body; undefined when it is empty or blank.
 * @throws AppError NOT_JSON for invalid JSON, VALIDATION for JSON that exceeds `size` or has duplicate keys, prototype
 * keys or text that cannot be stored
 */
export function parseBody(bytes: Uint8Array, size: Pick<BodySize, 'values' | 'fields'>): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (error) {
    throw new AppError('NOT_JSON', {}, error)
  }
  return text.trim() === '' ? undefined : parseText(text, size)
}
