/** All characters from the space on except quote and backslash. Control characters must be escaped. */
const plainSigns = /[ !#-[\]-\uffff]*/y
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Return the end of a match of `pattern` at `start`, or `start` if it does not match. */
function behind(text: string, pattern: RegExp, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start
}

/** Return the position after the string whose first quote is at `start`, or -1. */
function textEnd(text: string, start: number): number {
  let at = behind(text, plainSigns, start + 1)
  while (text[at] === '\\') {
    const next = behind(text, escaped, at)
    if (next === at) return -1
    at = behind(text, plainSigns, next)
  }
  return text[at] === '"' ? at + 1 : -1
}

/** States in which a list or an object may end. */
const ends: ReadonlySet<Expected> = new Set(['valueOrEnd', 'keyOrEnd', 'commaOrEnd'])
type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd'

/**
 * Return the position where the value at `start` stops being valid JSON, that is, where the first invalid part begins;
 * `end` if there is none. Any object that contains this position is invalid too and needs no parsing.
 * Source: RFC 8259
 */
export function firstError(text: string, start: number, end: number): number {
  const closings: string[] = []
  let expected: Expected = 'value'
  let at = start
  while (at < end) {
    const sign = text[at] ?? ''
    const wantsKey: boolean = expected === 'key' || expected === 'keyOrEnd'
    let next = at + 1
    if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') {
      at = next
      continue
    }
    if (ends.has(expected) && sign === closings.at(-1)) {
      closings.pop()
      expected = 'commaOrEnd'
    } else if (expected === 'colon') {
      if (sign !== ':') return at
      expected = 'value'
    } else if (expected === 'commaOrEnd') {
      if (sign !== ',' || closings.length === 0) return at
      expected = closings.at(-1) === '}' ? 'key' : 'value'
    } else if (sign === '"') {
      next = textEnd(text, at)
      if (next < 0) return at
      expected = wantsKey ? 'colon' : 'commaOrEnd'
    } else if (wantsKey) return at
    else if (sign === '{' || sign === '[') {
      closings.push(sign === '{' ? '}' : ']')
      expected = sign === '{' ? 'keyOrEnd' : 'valueOrEnd'
    } else {
      next = behind(text, scalar, at)
      if (next === at) return at
      expected = 'commaOrEnd'
    }
    at = next
  }
  return end
}
