import { CsvError, parse } from 'csv-parse/sync'
import { messageOf } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { isWorkbook } from '#shared/tables/read-table-file.ts'
import type { Cell, TableSheet } from '#shared/tables/table.ts'
import { wrongUse } from './failure.ts'
import { decodeText, readInput } from './input.ts'
import { readSheets } from './read-sheets.ts'

export type FileRow<Column extends string> = { line: number } & Partial<Record<Column, string | null>>
/** The accepted columns of a file, and other headings for them; letter case does not matter. */
export type FileColumns<Column extends string> = {
  columns: readonly Column[]
  headings?: Readonly<Record<string, Column>>
}

function columnOf<Column extends string>(
  heading: string,
  { columns, headings = {} }: FileColumns<Column>,
): Column | undefined {
  const wanted = heading.trim().replace(/^"|"$/g, '').trim().toLowerCase()
  return (
    columns.find((name) => name.toLowerCase() === wanted) ??
    (Object.hasOwn(headings, wanted) ? headings[wanted] : undefined)
  )
}

function columnsOf<Column extends string>(headers: readonly string[], known: FileColumns<Column>): Column[] {
  const met = new Set<Column>()
  return headers.map((header) => {
    const column = columnOf(header, known)
    if (column && met.has(column)) throw wrongUse('cli.columnTwice', { column: header })
    if (column) met.add(column)
    if (!column) throw wrongUse('cli.unknownColumn', { column: header, allowed: known.columns.join(', ') })
    return column
  })
}

const cell = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const rowOf = <Column extends string>(
  line: number,
  columns: readonly Column[],
  cells: readonly (string | null)[],
): FileRow<Column> =>
  ({
    line,
    ...Object.fromEntries(columns.map((column, at) => [column, at < cells.length ? (cells[at] ?? null) : ''])),
  }) as FileRow<Column>

function fromJson<Column extends string>(text: string, path: string, known: FileColumns<Column>): FileRow<Column>[] {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch {
    throw wrongUse('cli.notJson', { what: path })
  }
  if (!Array.isArray(rows)) throw wrongUse('cli.noList', { path })
  return rows.map((row: unknown, index) => {
    if (typeof row !== 'object' || row === null) throw wrongUse('cli.entryNoObject', { path, entry: index + 1 })
    return rowOf(index + 1, columnsOf(Object.keys(row), known), Object.values(row).map(cell))
  })
}

const delimiters = [',', ';', '\t']
/** Return the delimiter with the most known headings: spreadsheets use the one of their language. */
function delimiterOf<Column extends string>(text: string, known: FileColumns<Column>): string {
  const [head = ''] = text.replace(/^\ufeff?\s*/, '').split(/\r?\n/, 1)
  const knownIn = (delimiter: string) => head.split(delimiter).filter((heading) => columnOf(heading, known)).length
  return delimiters.reduce((best, one) => (knownIn(one) > knownIn(best) ? one : best))
}

function fromCsv<Column extends string>(text: string, path: string, known: FileColumns<Column>): FileRow<Column>[] {
  let records: { record: string[]; info: { lines: number } }[]
  try {
    // The parser adds the line of each record; its types only describe records.
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text, known),
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as typeof records
  } catch (error) {
    // The parser's own sentence is English.
    const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : null
    throw line === null
      ? wrongUse('cli.fileMissing', { path, problem: messageOf(error) })
      : wrongUse('cli.notCsv', { path, line })
  }
  const [head, ...rest] = records
  const columns = columnsOf(head?.record ?? [], known)
  return rest.map(({ record, info }) => {
    const surplus = record.slice(columns.length).find((one) => one.trim() !== '')
    if (surplus !== undefined) throw wrongUse('cli.surplusCell', { line: info.lines, value: surplus })
    return rowOf(info.lines, columns, record)
  })
}

/** Parse JSON lines; empty lines are left out. */
const fromJsonLines = <Column extends string>(
  text: string,
  path: string,
  known: FileColumns<Column>,
): FileRow<Column>[] =>
  text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '') return []
    const [row] = fromJson(`[${line}]`, `${path}: ${at + 1}`, known)
    return row ? [{ ...row, line: at + 1 }] : []
  })

function rowsOfText<Column extends string>(given: string, path: string, known: FileColumns<Column>): FileRow<Column>[] {
  const text = given.replace(/^\ufeff/, '')
  if (/^\s*\[/.test(text)) return fromJson(text, path, known)
  return /^\s*\{/.test(text) ? fromJsonLines(text, path, known) : fromCsv(text, path, known)
}

/**
 * Return the sheet with the most known headings in its first line; columns without a heading and without a value are
 * left out.
 */
function fromSheets<Column extends string>(
  sheets: readonly TableSheet[],
  known: FileColumns<Column>,
): FileRow<Column>[] {
  const knownIn = ({ lines }: TableSheet) =>
    (lines[0]?.cells ?? []).filter((heading) => columnOf(cell(heading) ?? '', known)).length
  const sheet = sheets.reduce((best, one) => (knownIn(one) > knownIn(best) ? one : best))
  const width = Math.max(0, ...sheet.lines.map(({ cells }) => cells.length))
  const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
    sheet.lines.some(({ cells }) => (cells[at] ?? null) !== null),
  )
  const texts = (cells: readonly Cell[]) => used.map((at) => cell(cells[at]) ?? '')
  const [head, ...rest] = sheet.lines
  const columns = columnsOf(texts(head?.cells ?? []), known)
  return rest.map(({ line, cells }) => rowOf(line, columns, texts(cells)))
}

/**
 * Return the lines of a file: .xlsx, CSV (commas, semicolons or tabs), a JSON array or JSON lines; the procedure checks
 * their content.
 * @throws CliFailure for any other file
 */
export async function readRowsFile<Column extends string>(
  path: string,
  known: FileColumns<Column>,
  language: Language,
): Promise<FileRow<Column>[]> {
  const bytes = await readInput(path)
  const rows = isWorkbook(bytes)
    ? fromSheets(await readSheets(bytes, path, language), known)
    : rowsOfText(decodeText(bytes), path, known)
  if (rows.length === 0) throw wrongUse('cli.emptyFile')
  return rows
}
