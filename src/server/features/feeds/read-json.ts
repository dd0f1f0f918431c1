import { giveWay } from '#server/giving-way.ts'
import { columnIndex } from './column-names.ts'
import { jsonElements, longestElement, parsed } from './json-elements.ts'
import { scanElement } from './json-scan.ts'
import {
  batchLines,
  brokenLine,
  type FeedShape,
  noteColumn,
  noteIgnored,
  type RawLine,
  takeTurns,
  turnLength,
} from './raw-line.ts'
import { unreadable } from './unreadable-feed.ts'

const devicesKey = /^\s*\{\s*"devices"\s*:\s*\[/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cache the column of each key, because all objects of a feed have the same keys. */
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

/** Return whether the first line is a whole list or object and more follows. Then each line is an element. */
async function isLines(text: string): Promise<boolean> {
  const start = Math.max(0, text.search(/\S/))
  const found = text.indexOf('\n', start)
  const lineEnd = found < 0 ? text.length : found
  const { end } = await scanElement(text, start, lineEnd)
  return end >= 0 && text.slice(end, lineEnd).trim() === '' && text.slice(lineEnd).trim() !== ''
}

/**
 * Return the number of each element for increasing positions: its line, or its position from 1 in a list on one line.
 */
function numbersOf(text: string, inList: boolean): (place: number) => number | Promise<number> {
  const countsElements = inList && !text.trim().includes('\n')
  let line = 1
  let element = 0
  let counted = 0
  let lineBreak = countsElements ? text.length : text.indexOf('\n')
  const count = (place: number): number => {
    for (; lineBreak >= 0 && lineBreak < place; lineBreak = text.indexOf('\n', lineBreak + 1)) line += 1
    counted = place
    return line
  }
  const countSlowly = async (place: number): Promise<number> => {
    for (; counted + turnLength < place; count(counted + turnLength)) await giveWay()
    return count(place)
  }
  return (place) => {
    element += 1
    if (countsElements) return element
    return place - counted > turnLength ? countSlowly(place) : count(place)
  }
}

/**
 * Read a JSON feed: an array, `{"devices": […]}`, or one object per line (NDJSON). Objects are read one by one. A
 * damaged object is refused alone, with the physical line on which it begins, or with its number if all objects are on
 * one line. No large document is parsed at once.
 */
export async function* readJson(text: string, shape: FeedShape): AsyncGenerator<RawLine[]> {
  const arrange = arranger(shape)
  const byLines = await isLines(text)
  const wrapped = byLines ? null : devicesKey.exec(text)
  const list = !byLines && text.trimStart().startsWith('[')
  const inList = wrapped !== null || list
  const last = text.trimEnd().length - 1
  const elements = jsonElements(text)
  const numberAt = numbersOf(text, inList)
  const turns = takeTurns()
  let at = wrapped ? wrapped[0].length : list ? text.indexOf('[') + 1 : 0
  let batch: RawLine[] = []
  let closed = false
  let cutOff = false
  while (at < text.length) {
    const character = text[at]
    // If more text follows, this bracket is a stray one and does not end the list.
    if (character === ']' && (wrapped || (list && at === last))) {
      closed = true
      break
    }
    if (batch.length >= batchLines || turns.isOver(at)) {
      yield batch
      batch = []
      await giveWay()
    }
    if (character === ',' || character === ' ' || character === '\n' || character === '\r' || character === '\t') {
      if (character === '\n') elements.beginLine()
      at += 1
      continue
    }
    // Await only real promises: 80,000 promises for broken objects would cost as much as all the reading.
    const number = numberAt(at)
    const line = typeof number === 'number' ? number : await number
    let value: unknown
    if (character === '{') {
      const found = elements.readObject(at)
      const element = found instanceof Promise ? await found : found
      value = element.value
      at = element.next
    } else if (inList) {
      const next = elements.behindOther(at)
      at = typeof next === 'number' ? next : await next
    } else at = elements.lineEnd(at)
    batch.push(value === undefined ? brokenLine(line) : arrange(line, value))
    cutOff = value === undefined && at >= text.length
  }
  // A list without an end was truncated, even if its last object is complete: missing machines must not count as
  // absent.
  if (inList && !closed && !cutOff) batch.push(brokenLine(await numberAt(text.length)))
  if (batch.length > 0) yield batch
  const wholeIsOneObject = !inList && !shape.givenColumns.has('serial')
  if (wholeIsOneObject && isRecord(parsed(text.slice(0, longestElement)))) {
    throw unreadable('feed.problem.noDevices')
  }
}

/** Read rows that came as JSON objects. Their line number is their position from 1. */
export async function* readRows(rows: readonly Record<string, unknown>[], shape: FeedShape): AsyncGenerator<RawLine[]> {
  const arrange = arranger(shape)
  for (let from = 0; from < rows.length; from += batchLines) {
    yield rows.slice(from, from + batchLines).map((row, index) => arrange(from + index + 1, row))
    await giveWay()
  }
}
