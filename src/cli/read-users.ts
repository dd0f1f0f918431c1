import { parse } from 'csv-parse/sync'
import { type SeedRow, seedColumns } from '#shared/users.ts'
import { wrongUse } from './failure.ts'
import { decodeText, readInput } from './input.ts'

type GivenRow = { line: number } & Partial<Record<(typeof seedColumns)[number], string | null>>
const columnOf = (header: string) => seedColumns.find((column) => column.toLowerCase() === header.trim().toLowerCase())

function columnsOf(headers: readonly string[]): (typeof seedColumns)[number][] {
  return headers.map((header) => {
    const column = columnOf(header)
    if (!column) throw wrongUse('cli.unknownColumn', { column: header, allowed: seedColumns.join(', ') })
    return column
  })
}

const cell = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

function fromJson(text: string, path: string): GivenRow[] {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch {
    throw wrongUse('cli.notJson', { what: path })
  }
  if (!Array.isArray(rows)) throw wrongUse('cli.notJson', { what: path })
  return rows.map((row: unknown, index) => {
    if (typeof row !== 'object' || row === null) throw wrongUse('cli.notJson', { what: `${path}: ${index + 1}` })
    const entries = Object.entries(row)
    const columns = columnsOf(entries.map(([key]) => key))
    return { line: index + 1, ...Object.fromEntries(entries.map(([, value], at) => [columns[at] ?? '', cell(value)])) }
  })
}

function fromCsv(text: string, path: string): GivenRow[] {
  let records: { record: string[]; info: { lines: number } }[]
  try {
    // The parser adds where each record stands; its types know records only.
    records = parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true, info: true }) as unknown as typeof records
  } catch (error) {
    throw wrongUse('cli.fileMissing', { path, problem: error instanceof Error ? error.message : String(error) })
  }
  const [head, ...rest] = records
  const columns = columnsOf(head?.record ?? [])
  return rest.map(({ record, info }) => ({ line: info.lines, ...Object.fromEntries(columns.map((column, at) => [column, record[at] ?? ''])) }))
}

/** The lines of a users file, CSV or JSON; what stands in them is checked by the procedure. @throws CliFailure for a file that is none */
export async function readUsersFile(path: string): Promise<(GivenRow & { line: SeedRow['line'] })[]> {
  const text = await decodeText(await readInput(path))
  const rows = /^\ufeff?\s*\[/.test(text) ? fromJson(text.replace(/^\ufeff/, ''), path) : fromCsv(text, path)
  if (rows.length === 0) throw wrongUse('cli.emptyFile')
  return rows
}
