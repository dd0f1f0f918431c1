import { TableError } from './table.ts'
import { type NumberFormat, placeOf } from './workbook-parts.ts'
import { unescaped } from './xml.ts'

/**
 * The value of a cell: a text, a number, a day with its time (in days since the end of 1899), or a formula without a
 * stored value.
 */
export type SheetCell = string | number | { days: number } | { formula: true } | undefined
export type SheetRow = { line: number; cells: SheetCell[] }
/** The shared data of a workbook's cells: texts and formats by index, and the start of its day count. */
export type SheetStyles = { texts: readonly string[]; formats: readonly NumberFormat[]; from1904: boolean }

/** A cell contains at most 32,767 characters, encoded in up to six each; a longer tag is not from a sheet. */
const longestTag = 256 * 1024
/** Excel's limits of columns and rows, and the 15 digits of a number that it shows. */
const mostColumns = 16_384
const mostRows = 1_048_576
const shownDigits = 15
/** Days between the two start dates of spreadsheets. */
const daysTo1904 = 1_462

const slash = 47
const nameEnd = /[\s/]/
/** Return the name of a tag without its prefix. */
function nameOf(inside: string): string {
  const stop = inside.search(nameEnd)
  const full = stop < 0 ? inside : inside.slice(0, stop)
  return full.slice(full.indexOf(':') + 1)
}
/** Decode characters that XML cannot contain, written as their code: _x000D_. */
const cellText = (xml: string): string =>
  unescaped(xml).replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)).replace('\r', ''),
  )

const attributes = { r: /\sr="([^"]*)"/, t: /\st="([^"]*)"/, s: /\ss="([^"]*)"/ }

/** Treat a text of blanks as an empty cell. */
const shownText = (text: string | undefined): SheetCell => (text === undefined || text.trim() === '' ? undefined : text)

function numberShown(value: number, format: NumberFormat | undefined, from1904: boolean): SheetCell {
  if (format?.kind === 'day') return { days: from1904 ? value + daysTo1904 : value }
  const padding = format?.padding
  if (padding && Number.isInteger(value) && value >= 0)
    return padding.before + String(value).padStart(padding.digits, '0') + padding.behind
  return Number.isInteger(value) ? value : Number(value.toPrecision(shownDigits))
}

/**
 * Read the rows of a sheet while its XML arrives, without keeping the rows: a sheet of a million rows needs no more
 * memory than one of ten. `push` takes the next chunk and returns the rows that it completes; `isDone` after the last
 * row.
 */
export class SheetReader {
  readonly #styles: SheetStyles
  #rest = ''
  #row: SheetRow = { line: 0, cells: [] }
  #rows: SheetRow[] = []
  #column = -1
  #cellsOfRow = 0
  #rowsRead = 0
  #type = ''
  #style = -1
  #text = ''
  #isFormula = false
  #inRow = false
  #inReading = false
  isDone = false

  constructor(styles: SheetStyles) {
    this.#styles = styles
  }

  push(piece: string): SheetRow[] {
    const xml = this.#rest + piece
    let at = 0
    while (!this.isDone) {
      const open = xml.indexOf('<', at)
      if (open < 0) break
      const isComment = xml.startsWith('<!--', open)
      const close = isComment ? xml.indexOf('-->', open) + 2 : xml.indexOf('>', open)
      if (close < open) break
      if (xml.charCodeAt(open + 1) === slash) this.#end(xml.slice(open + 2, close), xml, at, open)
      else if (!isComment) this.#begin(xml.slice(open + 1, close))
      at = close + 1
    }
    this.#rest = this.isDone ? '' : xml.slice(at)
    if (this.#rest.length > longestTag) throw new TableError('notAWorkbook')
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #begin(inside: string): void {
    const isEmpty = inside.endsWith('/')
    const name = nameOf(inside)
    if (name === 'c') this.#beginCell(inside)
    else if (name === 'row') {
      const line = Number(attributes.r.exec(inside)?.[1] ?? this.#row.line + 1)
      this.#row = { line, cells: [] }
      this.#column = -1
      this.#cellsOfRow = 0
      this.#inRow = !isEmpty
      this.#rowsRead += 1
      if (this.#rowsRead > mostRows) throw new TableError('tooLarge')
    } else if (name === 'f') this.#isFormula = true
    else if (name === 'rPh') this.#inReading = !isEmpty
    else if (name === 'sheetData' && isEmpty) this.isDone = true
  }

  #beginCell(inside: string): void {
    const reference = attributes.r.exec(inside)?.[1]
    this.#cellsOfRow += 1
    if (this.#cellsOfRow > mostColumns) throw new TableError('notAWorkbook')
    this.#column = (reference === undefined ? null : placeOf(reference))?.column ?? this.#column + 1
    this.#type = attributes.t.exec(inside)?.[1] ?? 'n'
    this.#style = Number(attributes.s.exec(inside)?.[1] ?? 0)
    this.#text = ''
    this.#isFormula = false
  }

  #end(full: string, xml: string, from: number, to: number): void {
    const name = nameOf(full)
    if ((name === 'v' || name === 't') && !this.#inReading) this.#text += cellText(xml.slice(from, to))
    else if (name === 'c') this.#endCell()
    else if (name === 'rPh') this.#inReading = false
    else if (name === 'row' && this.#inRow) {
      this.#inRow = false
      if (this.#row.cells.length > 0) this.#rows.push(this.#row)
    } else if (name === 'sheetData') this.isDone = true
  }

  #endCell(): void {
    const cell = this.#cell()
    if (cell !== undefined && this.#inRow && this.#column < mostColumns) this.#row.cells[this.#column] = cell
  }

  #cell(): SheetCell {
    const { texts, formats, from1904 } = this.#styles
    const text = this.#text
    if (text === '') return this.#isFormula && this.#type !== 'str' ? { formula: true } : undefined
    if (this.#type === 's') return shownText(texts[Number(text)])
    if (this.#type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (this.#type === 'd') return text.replace('T', ' ').replace(/\.\d+$/, '')
    if (this.#type !== 'n') return shownText(text)
    const value = Number(text)
    return Number.isFinite(value) ? numberShown(value, formats[this.#style], from1904) : text
  }
}
/** Collect the shared texts of cells, chunk by chunk; phonetic readings of Chinese and Japanese are left out. */
export class SharedTexts {
  readonly texts: string[] = []
  #rest = ''
  #text = ''
  #inReading = false

  push(piece: string): void {
    const xml = this.#rest + piece
    let at = 0
    for (;;) {
      const open = xml.indexOf('<', at)
      const close = open < 0 ? -1 : xml.indexOf('>', open)
      if (close < 0) break
      const isEnd = xml.charCodeAt(open + 1) === slash
      const isEmpty = xml.charCodeAt(close - 1) === slash
      const name = nameOf(xml.slice(isEnd ? open + 2 : open + 1, isEmpty ? close - 1 : close))
      if (name === 't' && isEnd && !this.#inReading) this.#text += cellText(xml.slice(at, open))
      else if (name === 'rPh') this.#inReading = !isEnd && !isEmpty
      else if (name === 'si' && (isEnd || isEmpty)) {
        this.texts.push(this.#text)
        this.#text = ''
      }
      at = close + 1
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > longestTag) throw new TableError('notAWorkbook')
  }
}
