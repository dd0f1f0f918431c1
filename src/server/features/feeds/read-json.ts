import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { batchLines, breathe, brokenLine, columnIndex, type FeedShape, noteColumn, noteIgnored, type RawLine } from './raw-line.ts'

/** One device in JSON cannot be longer than this, so that a missing brace does not swallow the file. */
const longestElement = 20_000
const devicesKey = /^\s*\{\s*"devices"\s*:\s*\[/

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Remembers what each key means, because all objects of a feed have the same ones. */
function arranger(shape: FeedShape): (line: number, value: unknown) => RawLine {
  const known = new Map<string, number | undefined>()
  return (line, value) => {
    if (!isRecord(value)) return brokenLine(line)
    const cells: unknown[] = []
    for (const [key, cell] of Object.entries(value)) {
      if (!known.has(key)) {
        if (known.size > 10_000) known.clear()
        const index = columnIndex(key)
        known.set(key, index)
        if (index === undefined) noteIgnored(shape, key)
        else noteColumn(shape, index)
      }
      const index = known.get(key)
      if (index !== undefined && cells[index] === undefined) cells[index] = cell
    }
    return { line, cells, problem: null }
  }
}

/** What ends an element that begins with this: its closing sign, or for a text its second quote (none: depth 0). */
const closingOf = new Map([
  ['{', 125],
  ['[', 93],
  ['"', 0],
])

/**
 * Where the object, list or text that opens at `start` ends (just behind its last sign), or -1. A line break ends a string, which
 * JSON does not allow to hold one. Looks as far as `longestElement`, and always to the end of the line, because no line is lost there.
 */
function elementEnd(text: string, start: number, farthest = start + longestElement): number {
  const closing = closingOf.get(text[start] ?? '')
  if (closing === undefined) return -1
  const opening = text.charCodeAt(start)
  let depth = 0
  let quoted = false
  let inFirstLine = true
  for (let at = start; at < text.length && (inFirstLine || at < farthest); at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10) inFirstLine = false
    if (quoted) {
      if (code === 92) at += 1
      else if (code === 34 || code === 10) {
        quoted = false
        if (depth === 0) return code === 34 ? at + 1 : -1
      }
    } else if (code === 34) quoted = true
    else if (code === opening) depth += 1
    else if (code === closing) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Whether the first line is a whole list or object and more follows: then each line is an element, whatever the first one is. */
function isLines(text: string): boolean {
  const start = text.search(/\S/)
  const end = elementEnd(text, start, start)
  return end >= 0 && text.slice(end, lineEnd(text, end)).trim() === '' && text.slice(lineEnd(text, end)).trim() !== ''
}

/** Place of the next sign that can stand between two elements of a list. */
function separatorAfter(text: string, start: number): number {
  const separator = /[,\n\]]/g
  separator.lastIndex = start + 1
  return separator.exec(text)?.index ?? text.length
}

/** Where to go on behind an object that cannot be read; `end` = where its braces close, or -1. */
function behindBroken(text: string, start: number, end: number): number {
  const next = nextObjectLine(text, start)
  if (end >= 0) return next < 0 || next > end ? end : next
  if (next >= 0) return next
  // Nothing begins on a line of its own any more: an object that is only too long must not take the rest with it.
  const far = elementEnd(text, start, text.length)
  return far >= 0 ? far : text.length
}

const newlinesIn = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Place of the next line that begins with an object, after `start`; -1 = none. */
function nextObjectLine(text: string, start: number): number {
  const pattern = /\n[ \t]*\{/g
  pattern.lastIndex = start
  const found = pattern.exec(text)
  return found ? pattern.lastIndex - 1 : -1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a JSON feed: an array, `{"devices": […]}`, or one object a line (NDJSON). Goes from object to object, so that a damaged
 * one is refused alone with the physical line on which it begins (its number in the list when all stands on one line), and no
 * big document is parsed at once.
 */
export async function* readJson(text: string, shape: FeedShape, language: Language): AsyncGenerator<RawLine[]> {
  const arrange = arranger(shape)
  const byLines = isLines(text)
  const wrapped = byLines ? null : devicesKey.exec(text)
  const list = !byLines && text.trimStart().startsWith('[')
  const inList = wrapped !== null || list
  const last = text.trimEnd().length - 1
  let at = wrapped ? wrapped[0].length : list ? text.indexOf('[') + 1 : 0
  let counted = 0
  let line = 1
  let batch: RawLine[] = []
  let closed = false
  let cutOff = false
  // A list within the list that nothing closes is looked for to the end of the file, and only once.
  let listsClose = true
  // A list on one line has no lines to name: its elements are counted instead, from 1.
  const countsElements = inList && !text.trim().includes('\n')
  let element = 0
  const lineAt = (place: number) => {
    element += 1
    if (countsElements) return element
    line += newlinesIn(text, counted, place)
    counted = place
    return line
  }
  while (at < text.length) {
    const character = text[at]
    // What follows the end of a list was not closed by it: that bracket is a stray one.
    if (character === ']' && (wrapped || (list && at === last))) {
      closed = true
      break
    }
    if (character === ',' || character === ' ' || character === '\n' || character === '\r' || character === '\t') {
      at += 1
      continue
    }
    const start = at
    const end = character === '{' ? elementEnd(text, start) : -1
    const value = end < 0 ? undefined : parsed(text.slice(start, end))
    batch.push(value === undefined ? brokenLine(lineAt(start)) : arrange(lineAt(start), value))
    if (value !== undefined) at = end
    else if (character === '{') at = behindBroken(text, start, end)
    else if (!inList) at = lineEnd(text, start)
    else {
      const whole = character === '[' && !listsClose ? -1 : elementEnd(text, start, text.length)
      if (character === '[' && whole < 0) listsClose = false
      at = whole >= 0 ? whole : separatorAfter(text, start)
    }
    cutOff = value === undefined && at >= text.length
    if (batch.length >= batchLines) {
      yield batch
      batch = []
      await breathe()
    }
  }
  // A list that never ends was cut off, even when its last object is whole: what is missing must not pass for absent.
  if (inList && !closed && !cutOff) batch.push(brokenLine(lineAt(text.length)))
  if (batch.length > 0) yield batch
  const wholeIsOneObject = !inList && !shape.givenColumns.has('serial')
  if (wholeIsOneObject && isRecord(parsed(text.slice(0, longestElement)))) {
    throw new AppError('FEED_UNREADABLE', { values: { problem: word(language, 'feed.problem.noDevices') } })
  }
}

/** Reads rows that came as such; their line is their place, from 1. */
export async function* readRows(rows: readonly Record<string, unknown>[], shape: FeedShape): AsyncGenerator<RawLine[]> {
  const arrange = arranger(shape)
  for (let from = 0; from < rows.length; from += batchLines) {
    yield rows.slice(from, from + batchLines).map((row, index) => arrange(from + index + 1, row))
    await breathe()
  }
}
