import { type Cell, TableError, type TableLine, type TableNote, type TableSheet } from './table.ts'
import { dayText, type NumberKind, numberKinds, placeOf, sharedTexts } from './workbook-parts.ts'
import { sheetFiles } from './workbook-sheets.ts'
import { attributeOf, type Tag, tagsOf } from './xml.ts'
import { openZipFile } from './zip.ts'

/** Limits: decompressed bytes of a whole workbook, its cells, and its columns. */
const mostBytes = 48 * 1024 * 1024
const mostCells = 400_000
const mostColumns = 256
const mostSheets = 50

type Book = { texts: string[]; kinds: NumberKind[]; from1904: boolean; cellsLeft: number }

function cellValue(tag: Tag, text: string, { texts, kinds, from1904 }: Book): Cell {
  const type = attributeOf(tag, 't')
  if (text === '') return null
  if (type === 's') return texts[Number(text)] ?? null
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type !== null && type !== 'n') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  const kind = kinds[Number(attributeOf(tag, 's') ?? 0)]
  if (kind === 'day') return dayText(number, from1904)
  return kind === 'percent' ? Number((number * 100).toPrecision(12)) : number
}

/** Repeat the value of merged cells in each line that they cover, in their first column. */
function spread(rows: Map<number, Cell[]>, notes: TableNote[], reference: string | null): void {
  const [from, to] = (reference ?? '').split(':').map(placeOf)
  if (!from || !to || from.column >= mostColumns) return
  const value = rows.get(from.line)?.[from.column] ?? null
  if (value === null) return
  notes.push({ line: from.line, column: from.column, code: 'merged' })
  for (const [line, cells] of rows) if (line > from.line && line <= to.line) cells[from.column] ??= value
}

function readSheet(name: string, xml: string, book: Book): TableSheet {
  const rows = new Map<number, Cell[]>()
  const notes: TableNote[] = []
  const merged: (string | null)[] = []
  let place = { line: 0, column: -1 }
  let cell: { tag: Tag; text: string; isFormula: boolean } | null = null
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'row' && !tag.isEnd) place = { line: Number(attributeOf(tag, 'r') ?? place.line + 1), column: -1 }
    else if (tag.name === 'c' && !tag.isEnd) {
      place = placeOf(attributeOf(tag, 'r')) ?? { ...place, column: place.column + 1 }
      cell = tag.isEmpty ? null : { tag, text: '', isFormula: false }
    } else if (cell && tag.name === 'f') cell.isFormula = true
    else if (cell && tag.isEnd && (tag.name === 'v' || tag.name === 't')) cell.text += tag.before
    else if (cell && tag.isEnd && tag.name === 'c') {
      const value = cellValue(cell.tag, cell.text, book)
      if (cell.isFormula) notes.push({ ...place, code: value === null ? 'formulaEmpty' : 'formula' })
      if (value !== null && place.column < mostColumns) {
        book.cellsLeft -= 1
        if (book.cellsLeft < 0) throw new TableError('tooManyCells')
        const cells = rows.get(place.line) ?? []
        cells[place.column] = value
        rows.set(place.line, cells)
      }
      cell = null
    } else if (tag.name === 'mergeCell' && !tag.isEnd) merged.push(attributeOf(tag, 'ref'))
  }
  if (merged.length * rows.size > mostCells * 10) throw new TableError('tooManyCells')
  for (const reference of merged) spread(rows, notes, reference)
  const lines = [...rows]
    .sort(([one], [other]) => one - other)
    .map(([line, cells]): TableLine => ({ line, cells: Array.from(cells, (one) => one ?? null) }))
  return { name, lines, notes: notes.sort((one, other) => one.line - other.line || one.column - other.column) }
}

/**
 * Return the sheets of an .xlsx file: values as last calculated, days as text (2026-11-23), percentages as numbers (60
 * % is 60).
 * @throws TableError for another kind of file, or one that is locked or too large
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<TableSheet[]> {
  const [first, second] = bytes
  // The signature of Excel 97 compound files, and of workbooks with a password.
  if (first === 0xd0 && second === 0xcf) throw new TableError('oldWorkbook')
  const { text: read } = openZipFile(bytes, mostBytes)
  const { files: all, from1904 } = await sheetFiles(read)
  const files = all.slice(0, mostSheets)
  const [texts = '', styles = ''] = [await read('xl/sharedStrings.xml'), await read('xl/styles.xml')]
  const book: Book = { texts: sharedTexts(texts), kinds: numberKinds(styles), from1904, cellsLeft: mostCells }
  const sheets: TableSheet[] = []
  for (const { name, path } of files) {
    const xml = await read(path)
    if (xml !== undefined) sheets.push(readSheet(name, xml, book))
  }
  if (sheets.every(({ lines }) => lines.length === 0)) throw new TableError('empty')
  return sheets
}
