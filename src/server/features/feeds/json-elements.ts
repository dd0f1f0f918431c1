import { giveWay } from '#server/giving-way.ts'
import { braceBlocks } from './brace-blocks.ts'
import { firstError } from './json-error.ts'
import { type Scan, scanElement } from './json-scan.ts'
import { takeTurns, turnLength } from './raw-line.ts'

/** One device in JSON cannot be longer than this, so that a missing brace does not swallow the file; on one line it may be. */
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

/** `value` undefined = cannot be read; `next` = where to go on. */
export type Element = { value: unknown; next: number }

export type JsonElements = {
  /** Place of the first line break at `from` or behind it; the end of the text when there is none. */
  lineEnd(from: number): number
  /** The object that opens at `start`. */
  readObject(start: number): Element | Promise<Element>
  /** Where to go on behind what begins at `start` and is no object. */
  behindOther(start: number): number | Promise<number>
  /** A line begins: no text goes over the end of one, so that here none is open. */
  beginLine(): void
}

/**
 * Finds the elements of a JSON text for a reader that only goes forward. Nothing is looked for twice: where a search ended, also in vain,
 * is kept for the elements that follow, so that the time of all of them grows with the text alone, however broken they are.
 */
export function jsonElements(text: string): JsonElements {
  const braces = braceBlocks(text, longestElement)
  let lineBreak = -1
  /** Where the next line that begins with an object has its brace; the end of the text when there is none. */
  let objectLine = -1
  /** What nothing closes is looked for to the end of the text, and only once. */
  let listsClose = true
  /** The place that broke an object; whatever is open there is broken, too. */
  let brokenAt = -1
  let wasBroken = false
  /** Whether the reader and that object agree on which quotes open a text. */
  let inSync = true

  function lineEnd(from: number): number {
    if (lineBreak < from) {
      const found = text.indexOf('\n', from)
      lineBreak = found < 0 ? text.length : found
    }
    return lineBreak
  }

  const nextObjectLine = (start: number): number | Promise<number> =>
    objectLine > start ? objectLine : findObjectLine(start)

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

  /** Where to go on behind an object that cannot be read; `end` = where its braces close, or -1. */
  function behindBroken(start: number, end: number): number | Promise<number> {
    const next = nextObjectLine(start)
    return typeof next === 'number'
      ? behindBefore(start, end, next)
      : next.then((found) => behindBefore(start, end, found))
  }

  /** `next` = the line of the next object. */
  function behindBefore(start: number, end: number, next: number): number | Promise<number> {
    if (next < text.length && (end < 0 || next < end)) {
      // What follows lies within the broken one.
      if (inSync && end >= 0 && start >= brokenAt) brokenAt = firstError(text, start, end)
      inSync = true
      return next
    }
    if (end >= 0) return end
    // Nothing begins on a line of its own any more: an object that is only too long must not take the rest with it.
    const far = scanElement(text, start, text.length)
    const behind = ({ end }: Scan) => (end >= 0 ? end : text.length)
    return far instanceof Promise ? far.then(behind) : behind(far)
  }

  function read(start: number, end: number): Element | Promise<Element> {
    const isNone = end < 0 || end - start > turnLength || (inSync && start < brokenAt && brokenAt < end)
    // One that JSON.parse refuses costs fifty times as much as one that it reads, and where one is broken many are.
    const value =
      isNone || (wasBroken && firstError(text, start, end) < end) ? undefined : parsed(text.slice(start, end))
    wasBroken = value === undefined
    if (value !== undefined) return { value, next: end }
    const behind = behindBroken(start, end)
    return typeof behind === 'number' ? { value, next: behind } : behind.then((next) => ({ value, next }))
  }

  /** Just behind the brace that closes an object: on its line anywhere, on a later one only near. */
  function objectEnd(start: number, scan: { end: number; depth: number }): number {
    const nextLine = lineEnd(start) + 1
    if (scan.end >= 0 || nextLine >= Math.min(text.length, start + longestElement)) return scan.end
    const end = braces.endOf(nextLine, scan.depth)
    return end > start + longestElement ? -1 : end
  }

  /** What is neither an object nor closed ends where the next element may begin. */
  function behindUnclosed(start: number): number {
    separator.lastIndex = start + 1
    const next = separator.exec(text)?.index ?? text.length
    if (text.slice(start, next).includes('"')) inSync = false
    return next
  }

  return {
    lineEnd,
    readObject(start) {
      const scan = scanElement(text, start, lineEnd(start))
      return scan instanceof Promise
        ? scan.then((done) => read(start, objectEnd(start, done)))
        : read(start, objectEnd(start, scan))
    },
    behindOther(start) {
      const isList = text[start] === '['
      if (isList && !listsClose) return behindUnclosed(start)
      const behind = ({ end }: Scan) => {
        if (end >= 0) return end
        if (isList) listsClose = false
        return behindUnclosed(start)
      }
      const whole = scanElement(text, start, isList ? text.length : lineEnd(start))
      return whole instanceof Promise ? whole.then(behind) : behind(whole)
    },
    beginLine() {
      inSync = true
    },
  }
}
