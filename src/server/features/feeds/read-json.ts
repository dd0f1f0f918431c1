import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { batchLines, breathe, brokenLine, columnIndex, type FeedShape, noteColumn, noteIgnored, type RawLine } from './raw-line.ts'

/** One device in JSON cannot be longer than this, so that a missing brace does not swallow the file. */
const longestObject = 20_000
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

/** Where the object that opens at `start` closes (just behind its brace), or -1. A line break ends a string, which JSON does not allow to hold one. */
function objectEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + longestObject)
  let depth = 0
  let quoted = false
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at += 1
      else if (code === 34 || code === 10) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 123) depth += 1
    else if (code === 125) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
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
  const wrapped = devicesKey.exec(text)
  const list = text.trimStart().startsWith('[')
  let at = wrapped ? wrapped[0].length : list ? text.indexOf('[') + 1 : 0
  let counted = 0
  let line = 1
  let batch: RawLine[] = []
  let closed = false
  let broken = false
  // A list on one line has no lines to name: its elements are counted instead, from 1.
  const countsElements = (wrapped !== null || list) && !text.trim().includes('\n')
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
    if (character === ']' && (wrapped || list)) {
      closed = true
      break
    }
    if (character === ',' || character === ' ' || character === '\n' || character === '\r' || character === '\t') {
      at += 1
      continue
    }
    const start = at
    const end = character === '{' ? objectEnd(text, start) : -1
    const value = end < 0 ? undefined : parsed(text.slice(start, end))
    broken = value === undefined
    batch.push(value === undefined ? brokenLine(lineAt(start)) : arrange(lineAt(start), value))
    if (value !== undefined) at = end
    else if (character === '{') {
      const next = nextObjectLine(text, start)
      at = end >= 0 && (next < 0 || next > end) ? end : next < 0 ? text.length : next
    } else at += ((wrapped || list ? /^[^,\n\]]+/ : /^[^\n]+/).exec(text.slice(start, start + longestObject))?.[0].length ?? 1) || 1
    if (batch.length >= batchLines) {
      yield batch
      batch = []
      await breathe()
    }
  }
  // A list that never ends was cut off, even when its last object is whole: what is missing must not pass for absent.
  if ((wrapped || list) && !closed && !broken) batch.push(brokenLine(lineAt(text.length)))
  if (batch.length > 0) yield batch
  const wholeIsOneObject = !wrapped && !list && !shape.givenColumns.has('serial')
  if (wholeIsOneObject && isRecord(parsed(text.slice(0, longestObject)))) {
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
