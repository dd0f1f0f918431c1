import { giveWay } from '#server/giving-way.ts'
import { braceBlocks } from './brace-blocks.ts'
import { firstError } from './json-error.ts'
import { type Scan, scanElement } from './json-scan.ts'
import { takeTurns, turnLength } from './raw-line.ts'

/**
 * Maximum length of one device in JSON, so that a missing brace does not swallow the rest of the file. A device on one
 * line may be longer.
 */
export const longestElement = 20_000

const objectBegin = /[ \t]*\{/y
const separator = /[,\n\]]/g

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `value` undefined = unreadable; `next` = the position to continue at. */
export type Element = { value: unknown; next: number }

export type JsonElements = {
  /** Return the position of the first line break at or after `from`, or the end of the text if there is none. */
  lineEnd(from: number): number
  /** Read the object that opens at `start`. */
  readObject(start: number): Element | Promise<Element>
  /** Return the position after the element at `start` that is no object. */
  behindOther(start: number): number | Promise<number>
  /** Start a new line. No JSON string continues over a line end, so no string is open here. */
  beginLine(): void
}

type Lines = {
  lineEnd: JsonElements['lineEnd']
  /** Return the position of the brace of the next line that begins with an object, or the end of the text. */
  nextObjectLine(start: number): number | Promise<number>
}

/** Find line ends, and lines that begin with an object, for a reader that only moves forward. */
function forwardLines(text: string): Lines {
  let lineBreak = -1
  let objectLine = -1

  async function findObjectLine(start: number): Promise<number> {
    const turns = takeTurns(start)
    for (let at = text.indexOf('\n', start); at >= 0; at = text.indexOf('\n', at + 1)) {
      objectBegin.lastIndex = at + 1
      if (objectBegin.test(text)) {
        objectLine = objectBegin.lastIndex - 1
        return objectLine
      }
      if (turns.isOver(at)) await giveWay()
    }
    objectLine = text.length
    return objectLine
  }

  return {
    lineEnd(from) {
      if (lineBreak < from) {
        const found = text.indexOf('\n', from)
        lineBreak = found < 0 ? text.length : found
      }
      return lineBreak
    },
    nextObjectLine: (start) => (objectLine > start ? objectLine : findObjectLine(start)),
  }
}

/** `inSync` = whether the reader and a broken object agree on which quotes open a string. */
type Sync = { inSync: boolean }

/** Read objects, and find the position after a broken one. */
function objectReader(text: string, lines: Lines, sync: Sync): JsonElements['readObject'] {
  const braces = braceBlocks(text, longestElement)
  /** Position of the error in a broken object. Every object that is open there is broken too. */
  let brokenAt = -1
  let wasBroken = false

  /** Return the position after an unreadable object. `end` = position after its closing brace, or -1. */
  function behindBroken(start: number, end: number): number | Promise<number> {
    const next = lines.nextObjectLine(start)
    return typeof next === 'number'
      ? behindBefore(start, end, next)
      : next.then((found) => behindBefore(start, end, found))
  }

  /** `next` = position of the next object that begins a line. */
  function behindBefore(start: number, end: number, next: number): number | Promise<number> {
    if (next < text.length && (end < 0 || next < end)) {
      // The next object is inside the broken one.
      if (sync.inSync && end >= 0 && start >= brokenAt) brokenAt = firstError(text, start, end)
      sync.inSync = true
      return next
    }
    if (end >= 0) return end
    // No more object begins a line. An object that is only too long must not swallow the rest of the text.
    const far = scanElement(text, start, text.length)
    const behind = ({ end }: Scan) => (end >= 0 ? end : text.length)
    return far instanceof Promise ? far.then(behind) : behind(far)
  }

  function read(start: number, end: number): Element | Promise<Element> {
    const isNone = end < 0 || end - start > turnLength || (sync.inSync && start < brokenAt && brokenAt < end)
    // JSON.parse takes fifty times longer to reject a text than to read one, and broken objects usually come together.
    const value =
      isNone || (wasBroken && firstError(text, start, end) < end) ? undefined : parsed(text.slice(start, end))
    wasBroken = value === undefined
    if (value !== undefined) return { value, next: end }
    const behind = behindBroken(start, end)
    return typeof behind === 'number' ? { value, next: behind } : behind.then((next) => ({ value, next }))
  }

  /** Return the position after an object's closing brace: anywhere on its line, or near on a later line. */
  function objectEnd(start: number, scan: { end: number; depth: number }): number {
    const nextLine = lines.lineEnd(start) + 1
    if (scan.end >= 0 || nextLine >= Math.min(text.length, start + longestElement)) return scan.end
    const end = braces.endOf(nextLine, scan.depth)
    return end > start + longestElement ? -1 : end
  }

  return (start) => {
    const scan = scanElement(text, start, lines.lineEnd(start))
    return scan instanceof Promise
      ? scan.then((done) => read(start, objectEnd(start, done)))
      : read(start, objectEnd(start, scan))
  }
}

/** Find the position after elements that are no objects. */
function otherElements(text: string, { lineEnd }: Lines, sync: Sync): JsonElements['behindOther'] {
  /** Whether lists may close: a failed search reads to the end of the text, so it runs only once. */
  let listsClose = true

  /** An element that is neither an object nor closed ends where the next element may begin. */
  function behindUnclosed(start: number): number {
    separator.lastIndex = start + 1
    const next = separator.exec(text)?.index ?? text.length
    if (text.slice(start, next).includes('"')) sync.inSync = false
    return next
  }

  return (start) => {
    const isList = text[start] === '['
    if (isList && !listsClose) return behindUnclosed(start)
    const behind = ({ end }: Scan) => {
      if (end >= 0) return end
      if (isList) listsClose = false
      return behindUnclosed(start)
    }
    const whole = scanElement(text, start, isList ? text.length : lineEnd(start))
    return whole instanceof Promise ? whole.then(behind) : behind(whole)
  }
}

/**
 * Find the elements of a JSON text for a reader that only moves forward. The result of each search, also of a failed
 * one, is kept for the following elements. The total time therefore grows only with the length of the text, however
 * broken the elements are.
 */
export function jsonElements(text: string): JsonElements {
  const lines = forwardLines(text)
  const sync: Sync = { inSync: true }
  return {
    lineEnd: lines.lineEnd,
    readObject: objectReader(text, lines, sync),
    behindOther: otherElements(text, lines, sync),
    beginLine() {
      sync.inSync = true
    },
  }
}
