/** Maximum length of a record in characters, so that a quoted cell with line breaks cannot swallow the file. */
const longestRecord = 20_000

/** A text as lines. `newline` is their line end. */
export type Sheet = { text: string; newline: '\n' | '\r' }

/** `cells`: all cells, or the first `most` + 1 of a longer record. */
type SplitRecord = { cells: string[]; end: number; newlines: number; cellsWithNewline: number[] }

/** A line feed ends a line. A file without any line feed has the carriage returns of old Macintoshes. */
export const sheetOf = (text: string): Sheet => ({ text, newline: text.includes('\n') ? '\n' : '\r' })

/** Return the position of the newline that ends the physical line at `start`. */
export function lineEnd({ text, newline }: Sheet, start: number): number {
  const end = text.indexOf(newline, start)
  return end < 0 ? text.length : end
}

/** Split a line without quotes, at most into `most` + 1 cells, because one line may have millions. */
export const splitPlain = (content: string, delimiter: string, most: number): string[] =>
  content.split(delimiter, most + 1)

/** Remove separators at the end that only separate empty cells. */
function trimmed(content: string, delimiter: string): string {
  let end = content.length
  while (end > 0 && (content[end - 1] === delimiter || content[end - 1] === ' ' || content[end - 1] === '\r')) end -= 1
  return content.slice(0, end)
}
const filled = (cells: string[], columns: number): string[] =>
  cells.length < columns ? [...cells, ...Array<string>(columns - cells.length).fill('')] : cells

/**
 * Return the cells of a line that has more cells than columns, if the extra ones are empty: spreadsheets write
 * separators for columns without a heading.
 */
export const withoutTrailing = (content: string, delimiter: string, columns: number): string[] =>
  filled(splitPlain(trimmed(content, delimiter), delimiter, columns), columns)

/** Do the same for one complete record with quotes. */
export function quotedWithoutTrailing(content: string, delimiter: string, columns: number): string[] {
  const record = splitQuoted(sheetOf(trimmed(content, delimiter)), 0, delimiter, columns)
  return filled(record?.cells ?? [], columns)
}

/**
 * Split one record with quotes by RFC 4180, beginning at `start`; null for a misplaced quote or one that never closes.
 * It moves from quote to quote and finds the end of each physical line once, so that its time grows only with the
 * length of the record.
 */
export function splitQuoted(sheet: Sheet, start: number, delimiter: string, most: number): SplitRecord | null {
  const { text, newline } = sheet
  const cells: string[] = []
  const cellsWithNewline: number[] = []
  const limit = start + longestRecord
  let newlines = 0
  let end = lineEnd(sheet, start)
  let at = start
  for (;;) {
    if (text[at] === '"') {
      let cell = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote < 0 || quote > limit) return null
        cell += text.slice(from, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
        from = at + 1
      }
      if (at > end) {
        newlines += cell.split(newline).length - 1
        end = lineEnd(sheet, at)
        cellsWithNewline.push(cells.length)
      }
      if (cells.length <= most) cells.push(cell)
    } else {
      const quote = text.slice(at, end).indexOf('"')
      const stop = quote < 0 ? end : at + quote - 1
      if (quote >= 0 && text[stop] !== delimiter) return null
      const content = text.slice(at, stop === end && stop > at && text[stop - 1] === '\r' ? stop - 1 : stop)
      if (cells.length <= most) cells.push(...splitPlain(content, delimiter, most - cells.length))
      at = stop
    }
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) at += 1
    if (at >= text.length || text[at] === newline) return { cells, end: at, newlines, cellsWithNewline }
    if (text[at] !== delimiter) return null
    at += 1
  }
}
