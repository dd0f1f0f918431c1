import { giveWay } from '#server/giving-way.ts'
import { turnLength } from './raw-line.ts'

/**
 * The character code that closes an element beginning with this character. 0 = a string, which its second quote closes
 * at depth 0.
 */
const closingOf = new Map([
  ['{', 125],
  ['[', 93],
  ['"', 0],
])

/**
 * Progress of the scan of an element. `end` = position after its last character, -1 = not reached yet. `depth` counts
 * open brackets of its kind.
 */
export type Scan = { at: number; depth: number; quoted: boolean; end: number }

const lineFeed = 10
const quote = 34
const backslash = 92

/**
 * Continue the scan of an element up to `to`. A line break ends a string, because JSON does not allow line breaks in
 * strings.
 */
function advance(text: string, scan: Scan, opening: number, closing: number, to: number): void {
  let { at, depth, quoted } = scan
  for (; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash && text.charCodeAt(at + 1) !== lineFeed) at += 1
      else if (code === quote || code === lineFeed) {
        quoted = false
        if (depth === 0) {
          scan.end = code === quote ? at + 1 : -1
          break
        }
      }
    } else if (code === quote) quoted = true
    else if (code === opening) depth += 1
    else if (code === closing) {
      depth -= 1
      if (depth === 0) {
        scan.end = at + 1
        break
      }
    }
  }
  scan.at = at
  scan.depth = depth
  scan.quoted = quoted
}

/**
 * Scan the object, list or string that opens at `start`, up to `to`. A long scan lets other requests run in between.
 */
export function scanElement(text: string, start: number, to: number): Scan | Promise<Scan> {
  const scan: Scan = { at: start, depth: 0, quoted: false, end: -1 }
  const opening = text.charCodeAt(start)
  const closing = closingOf.get(text[start] ?? '')
  if (closing === undefined) return scan
  const isOver = () => scan.end >= 0 || scan.at >= to
  const further = () => advance(text, scan, opening, closing, Math.min(to, scan.at + turnLength))
  further()
  if (isOver()) return scan
  return (async () => {
    while (!isOver()) {
      await giveWay()
      further()
    }
    return scan
  })()
}
