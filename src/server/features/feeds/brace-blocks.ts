/** Characters in which the ends are looked up together. */
const blockLength = 65_536
const nowhere = -1
const quote = 34
const backslash = 92
const opening = 123
const closing = 125

/**
 * Which brace closes what stands open at the begin of a line. Many lines may begin an object that nothing near them closes, and each of
 * them is asked for: a block is gone through once, from its last line to its first, instead of once a line. That no text goes over
 * the end of a line is what makes every line mean the same, wherever the reader came from.
 * @param reach how many characters behind the begin of a line its answers go, at least
 * @returns `endOf` tells the place just behind the brace that closes the outermost of `open` objects, -1 for none near; `lineStart` never
 *   goes back
 */
export function braceBlocks(text: string, reach: number): { endOf(lineStart: number, open: number): number } {
  /** The braces of a block that close nothing on their own line: place, and the next one that closes what is around it. */
  let places: number[] = []
  let outer: number[] = []
  let lineStarts: number[] = []
  /** For each line, the first brace from its begin on that closes more than what was opened from there. */
  let heads: number[] = []
  let blockEnd = 0

  /** Goes through one line and answers the first brace behind its begin, `head` being the one behind its end. */
  function readLine(from: number, to: number, head: number): number {
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
    let first = head
    for (; open > 0 && first !== nowhere; open -= 1) first = outer[first] ?? nowhere
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
