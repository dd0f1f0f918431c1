import { giveWay } from '#server/giving-way.ts'
import { feedColumns } from '#shared/feed.ts'
import { SharedTexts, type SheetCell, SheetReader, type SheetRow } from '#shared/tables/sheet-reader.ts'
import { TableError } from '#shared/tables/table.ts'
import { numberFormats } from '#shared/tables/workbook-parts.ts'
import { type SheetFile, sheetFiles } from '#shared/tables/workbook-sheets.ts'
import { openZipFile, type ZipFile } from '#shared/tables/zip.ts'
import { batchLines, brokenLine, type FeedShape, type RawLine } from './raw-line.ts'
import { headerWithin, isBelowHeader, isHeader, type TableColumns, tableColumns, widthOf } from './table-header.ts'
import { unreadable } from './unreadable-feed.ts'

/**
 * Maximum size of an unpacked workbook: a million machines with all columns of a feed. Only the shared texts, each
 * stored once, are kept in memory.
 */
export const mostUnpackedBytes = 512 * 1024 * 1024
const mostTextBytes = 96 * 1024 * 1024
const mostStyleBytes = 16 * 1024 * 1024
const serialColumn = feedColumns.indexOf('serial')
const msPerDay = 86_400_000
const secondsPerDay = 86_400
/** Excel has a day 29 February 1900. Day numbers before it are one higher than from this epoch. */
const epoch = Date.UTC(1899, 11, 30)
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** From this number on, Excel has lost digits. */
const lossy = 1e15

/** Return a day, with its time if it has one, in local time. */
function dayText(days: number): string {
  const wall = new Date(epoch + Math.round(days * secondsPerDay) * 1_000)
  if (Number.isNaN(wall.getTime())) return String(days)
  const text = wall.toISOString()
  return wall.getTime() % msPerDay === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/**
 * Return a serial as text. A serial that became a day or lost digits gets the form that `isMangledSerial` detects.
 * Other numbers keep all digits, however Excel displays them.
 */
function serialText(cell: SheetCell): unknown {
  if (typeof cell === 'number' && Math.abs(cell) >= lossy) return cell.toExponential().replace('e', 'E')
  if (typeof cell !== 'object' || !('days' in cell)) return textOf(cell)
  const day = new Date(epoch + Math.floor(cell.days) * msPerDay)
  return Number.isNaN(day.getTime()) ? String(cell.days) : `${day.getUTCDate()}-${months[day.getUTCMonth()]}`
}
function textOf(cell: SheetCell): unknown {
  if (typeof cell === 'object') return 'days' in cell ? dayText(cell.days) : undefined
  return cell
}
const headings = (row: SheetRow): string[] =>
  Array.from(row.cells, (cell) => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''))

/** The cells of a row to read, with their indexes in `feedColumns`: a heading may be in the last of 16,384 columns. */
type ReadCells = { width: number; read: readonly (readonly [place: number, index: number])[] }
const readCells = (columns: TableColumns): ReadCells => ({
  width: widthOf(columns),
  read: Array.from(columns.entries()).flatMap(([place, index]) =>
    index === undefined ? [] : [[place, index] as const],
  ),
})

/** Sort the cells of a row in the order of `feedColumns`. */
function arrange({ line, cells }: SheetRow, { width, read }: ReadCells): RawLine {
  const arranged: unknown[] = new Array(width).fill(undefined)
  let isUncalculated = false
  for (const [place, index] of read) {
    const cell = cells[place]
    if (cell === undefined) continue
    if (typeof cell === 'object' && 'formula' in cell) isUncalculated = true
    else arranged[index] = index === serialColumn ? serialText(cell) : textOf(cell)
  }
  if (!isUncalculated) return { line, cells: arranged, problem: null }
  const serial = arranged[serialColumn]
  return brokenLine(line, 'formulaEmpty', typeof serial === 'string' ? serial : undefined)
}

/** Return the requested sheet, in any letter case, or the first visible one. */
function chosenSheet(files: readonly SheetFile[], sheet: string | undefined): SheetFile {
  const named = (name: string) =>
    files.find((file) => file.name === name) ?? files.find((file) => file.name.toLowerCase() === name.toLowerCase())
  const chosen = sheet === undefined ? (files.find((file) => !file.hidden) ?? files[0]) : named(sheet)
  if (chosen) return chosen
  if (sheet === undefined) throw new TableError('notAWorkbook')
  throw unreadable('feed.problem.noSheet', { sheet, sheets: namesOf(files) })
}
const mostNames = 10
const namesOf = (files: readonly SheetFile[]): string =>
  files
    .slice(0, mostNames)
    .map(({ name }) => name)
    .join(', ')

/** Yield the rows of the sheet, a few at a time, and empty batches while the shared texts are read. */
async function* rowsOf(zip: ZipFile, path: string, from1904: boolean): AsyncGenerator<SheetRow[], void, unknown> {
  const shared = new SharedTexts()
  let size = 0
  for await (const piece of zip.pieces('xl/sharedStrings.xml') ?? []) {
    size += piece.length
    if (size > mostTextBytes) throw new TableError('tooLarge')
    shared.push(piece)
    yield []
    await giveWay()
  }
  const formats = numberFormats((await zip.text('xl/styles.xml', mostStyleBytes)) ?? '')
  const reader = new SheetReader({ texts: shared.texts, formats, from1904 })
  const pieces = zip.pieces(path)
  if (!pieces) throw new TableError('notAWorkbook')
  for await (const piece of pieces) {
    yield reader.push(piece)
    await giveWay()
    if (reader.isDone) return
  }
  // A sheet without an end was truncated.
  throw new TableError('notAWorkbook')
}

async function* readSheet(
  bytes: Uint8Array,
  shape: FeedShape,
  sheet: string | undefined,
): AsyncGenerator<RawLine[], void, unknown> {
  const zip = openZipFile(bytes as Uint8Array<ArrayBuffer>, mostUnpackedBytes)
  const { files, from1904 } = await sheetFiles(zip.text)
  const chosen = chosenSheet(files, sheet)
  let passed: SheetRow[] = []
  let header: SheetRow | null = null
  let cells: ReadCells | null = null
  let batch: RawLine[] = []
  for await (const rows of rowsOf(zip, chosen.path, from1904)) {
    for (const row of rows) {
      if (!cells && header) {
        const isBelow = isBelowHeader(headings(row), headings(header))
        cells = readCells(tableColumns(headings(header), isBelow ? headings(row) : [], shape))
        if (isBelow) continue
      }
      if (cells) {
        batch.push(arrange(row, cells))
        if (batch.length < batchLines) continue
        yield batch
        batch = []
      } else if (isHeader(headings(row))) {
        header = row
        if (passed.length > 0) shape.headerLine = row.line
      } else if (passed.length + 1 < headerWithin) passed = [...passed, row]
      else throw noHeader(chosen, files)
    }
    // An empty batch lets other requests run and reports that the reading continues.
    yield batch
    batch = []
  }
  if (!header && passed.length > 0) throw noHeader(chosen, files)
}

const noHeader = ({ name }: SheetFile, files: readonly SheetFile[]) =>
  unreadable('feed.problem.noSerialOnSheet', { sheet: name, rows: headerWithin, sheets: namesOf(files) })

/**
 * Read one sheet of an .xlsx file line by line: texts and numbers as displayed, days in business time, formulas by
 * their last stored value.
 * @throws AppError FEED_UNREADABLE for another kind of file, one with a password or too large when unpacked, and for a
 * missing sheet or header
 */
export async function* readWorkbook(
  bytes: Uint8Array,
  shape: FeedShape,
  sheet: string | undefined,
): AsyncGenerator<RawLine[], void, unknown> {
  try {
    yield* readSheet(bytes, shape, sheet)
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw unreadable(`feed.problem.workbook.${error.fault}`, {}, error)
  }
}
