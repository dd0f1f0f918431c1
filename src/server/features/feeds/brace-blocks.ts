/** Size in characters of the block whose closing braces are found together. */
const blockLength = 65_536
const nowhere = -1
const quote = 34
const backslash = 92
const opening = 123
const closing = 125

/** Return the braces of a part of the text that have no partner in it: positions that close, and number left open. */
function unmatchedBraces(text: string, from: number, to: number): { closings: number[]; open: number } {
  const closings: number[] = []
  let open = 0
  let quoted = false
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at += 1
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === opening) open += 1
    else if (code === closing) {
      if (open > 0) open -= 1
      else closings.push(at)
    }
  }
  return { closings, open }
}

/**
 * Find the brace that closes an object still open at the beginning of a line. A text can have many lines that begin an
 * object without a closing brace nearby, and `endOf` is called for each. A block is therefore scanned once, from its
 * last line to its first, instead of once per line. No JSON string continues over a line end, so a line means the same
 * wherever the reader started.
 * @param reach minimum number of characters after the beginning of a line in which its closing braces are found
 * @returns `endOf`: the position after the brace that closes the outermost of `open` objects, or -1 if none is near.
 * `lineStart` must never decrease.
 */
export function braceBlocks(text: string, reach: number): { endOf(lineStart: number, open: number): number } {
  /** The unmatched closing braces of a block: position, and index of the brace that closes the next outer object. */
  let places: number[] = []
  let outer: number[] = []
  let lineStarts: number[] = []
  /** For each line, index of the first brace after its beginning that closes an object opened before the line. */
  let heads: number[] = []
  let blockEnd = 0

  /** Scan one line and return its first unmatched closing brace, or `head`, the one after its end. */
  function readLine(from: number, to: number, head: number): number {
    const { closings, open } = unmatchedBraces(text, from, to)
    let first = head
    for (let more = open; more > 0 && first !== nowhere; more -= 1) first = outer[first] ?? nowhere
    for (const place of closings.reverse()) {
      outer.push(first)
      first = places.push(place) - 1
    }
    return first
  }

  function readBlock(start: number): void {
    places = []
    outer = []
    lineStarts = []
    heads = []
    blockEnd = start + blockLength
    const farthest = Math.min(text.length, blockEnd + reach)
    for (let at = start; at < farthest; ) {
      lineStarts.push(at)
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end + 1
    }
    let head = nowhere
    for (let line = lineStarts.length - 1; line >= 0; line -= 1) {
      const from = lineStarts[line] ?? 0
      head = readLine(from, Math.min(farthest, lineStarts[line + 1] ?? farthest), head)
      heads[line] = head
    }
  }

  let line = 0
  return {
    endOf(lineStart, open) {
      if (lineStart >= blockEnd) {
        readBlock(lineStart)
        line = 0
      }
      while ((lineStarts[line] ?? lineStart) < lineStart) line += 1
      let brace = heads[line] ?? nowhere
      for (let more = open - 1; more > 0 && brace !== nowhere; more -= 1) brace = outer[brace] ?? nowhere
      return brace === nowhere ? -1 : (places[brace] ?? 0) + 1
    },
  }
}
