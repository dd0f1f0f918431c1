import type { TableLine } from './table.ts'

/**
 * Find the delimiter: the most frequent one in most of the first lines, outside of quotes; a spreadsheet's clipboard
 * has tabs.
 */
function delimiterOf(text: string): string {
  const beginning = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .slice(0, 20)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const counts = ['\t', ';', ','].map((mark) => ({
    mark,
    lines: beginning.filter((line) => line.includes(mark)).length,
  }))
  const [first = ''] = beginning
  const inFirst = (mark: string) => first.split(mark).length
  return counts.reduce((best, one) =>
    one.lines > best.lines || (one.lines === best.lines && inFirst(one.mark) > inFirst(best.mark)) ? one : best,
  ).mark
}

/**
 * Return the lines of delimited text (RFC 4180 quotes) without the empty ones, each with its line number at the start.
 */
export function readDelimited(text: string): (TableLine & { cells: string[] })[] {
  const delimiter = delimiterOf(text)
  const rows: (TableLine & { cells: string[] })[] = []
  let row = { line: 1, cells: [] as string[] }
  let line = 1
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((value) => value.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === delimiter) endCell()
    else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}
