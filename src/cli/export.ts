import type { Command } from 'commander'
import type { FilePart } from '#shared/files.ts'
import { choiceOption } from './choice-option.ts'
import type { Client } from './connect.ts'
import { formatOf } from './endings.ts'
import { asTyped, wrongUse } from './failure.ts'
import { typedFields } from './filters.ts'
import { addOutOption, type OutOptions, outOf } from './out-option.ts'
import { contentOf, isStandardOutput, remark, writeOut } from './output.ts'
import { createProgress } from './progress.ts'
import { fileNames } from './row-fields.ts'
import { type Terminal, targetOf, withConnection } from './settings.ts'
import { zonedRows } from './zoned.ts'

export const formats = ['csv', 'xls', 'xlsx', 'json', 'ndjson'] as const
export type Format = (typeof formats)[number]
/** Options that every export has in addition to its filters. */
export type ExportOptions = OutOptions & { format?: Format; json?: true; columns?: string[] }

/** The largest page of a list call. */
export const pageSize = 1_020
export type Pages = AsyncIterable<Record<string, unknown>[]>

type Answer<Row> = { data: Row[]; totalCount?: number; totalCapped?: boolean }
/** Return all rows of a list, page by page; `tell` receives their number if it is known. */
export async function* allPages<Row>(
  ask: (page: number) => Promise<Answer<Row>>,
  tell?: (total: number) => void,
): AsyncGenerator<Row[], void, unknown> {
  for (let page = 1; ; page += 1) {
    const { data, totalCount, totalCapped } = await ask(page)
    if (totalCount !== undefined && !totalCapped) tell?.(totalCount)
    if (data.length > 0) yield data
    if (data.length < pageSize) return
  }
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value]

/** Add the options of an export; `formatsOf` = its formats. */
export function addExportOptions(
  command: Command,
  terminal: Terminal,
  formatsOf: readonly Format[] = formats,
): Command {
  const { say } = terminal
  return addOutOption(command, terminal)
    .addOption(choiceOption('--format <format>', say('cli.option.format'), formatsOf))
    .option('--json', say('cli.option.jsonLines'))
    .option('--columns <columns>', say('cli.option.columns'), collect)
}

const endings: Readonly<Record<string, Format>> = {
  csv: 'csv',
  xls: 'xls',
  xlsx: 'xlsx',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
}

/**
 * Return the target and the format of an export: the requested format, else that of the file's extension, else CSV.
 * Without a file the target is standard output, unless that is a terminal.
 * @throws CliFailure (wrong use) if they contradict each other, or if no target is given
 */
export function destinationOf({ format: requestedFormat, json, ...named }: ExportOptions): {
  out: string
  format: Format
} {
  const out = outOf(named)
  if (json && requestedFormat !== undefined && requestedFormat !== 'ndjson')
    throw wrongUse('cli.format.contradicts', { format: requestedFormat, other: '--json' })
  const format = json ? 'ndjson' : requestedFormat
  const found = formatOf(out, format, endings) ?? 'csv'
  if ((found === 'xls' || found === 'xlsx') && isStandardOutput(out) && process.stdout.isTTY)
    throw wrongUse('cli.out.missing')
  return { out, format: found }
}

/**
 * Return the requested columns, in order; undefined = all. @throws CliFailure (wrong use) for an empty name, or a
 * repeated one
 */
export function columnsOf({ columns }: ExportOptions): string[] | undefined {
  const names = columns?.flatMap((list) => list.split(',')).map((name) => name.trim())
  if (names?.some((name) => name === '')) throw wrongUse('cli.option.empty', { option: 'columns' })
  const again = names?.find((name, at) => names.indexOf(name) !== at)
  if (again !== undefined) throw wrongUse('cli.column.twice', { column: again })
  return names
}

/**
 * Map columns to row fields: `repairDate` in a file is the field `repairDateStr` of a row. @throws CliFailure (wrong
 * use) for an unknown one
 */
function rowFieldsOf(columns: readonly string[], allowed: readonly string[]): string[] {
  const fieldOf = (name: string) =>
    [name, `${name}Str`, fileNames[name]].find((field) => field !== undefined && allowed.includes(field))
  const unknown = columns.filter((name) => fieldOf(name) === undefined)
  if (unknown.length > 0)
    throw wrongUse('cli.columnUnknown', { column: unknown.join(','), allowed: allowed.join(', ') })
  return [...new Set(columns.flatMap((name) => fieldOf(name) ?? []))]
}

/** Return rows with only the chosen fields. */
async function* withFields(
  pages: Pages,
  fields: readonly string[],
): AsyncGenerator<Record<string, unknown>[], void, unknown> {
  for await (const rows of pages)
    yield rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])))
}

/** Format rows as one JSON array, with a line for each row. */
async function* jsonArray(pages: AsyncIterable<unknown[]>): AsyncGenerator<string, void, unknown> {
  let between = '['
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      text += `${between}\n${JSON.stringify(row)}`
      between = ','
    }
    yield text
  }
  yield between === '[' ? '[]\n' : '\n]\n'
}

/** Format rows as JSON lines. */
async function* jsonLines(pages: AsyncIterable<unknown[]>): AsyncGenerator<string, void, unknown> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Parse the rows of a JSON array with a line for each row. */
async function* rowsOfArray(
  chunks: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Record<string, unknown>[], void, unknown> {
  let rest = ''
  // A character may be split between two chunks.
  const decoder = new TextDecoder()
  const rowsIn = (lines: readonly string[]) =>
    lines
      .map((line) => line.replace(/,$/, ''))
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
  for await (const chunk of chunks) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    const rows = rowsIn(lines)
    if (rows.length > 0) yield rows
  }
  const rows = rowsIn([rest])
  if (rows.length > 0) yield rows
}

/** The source of a kind of data: a file in any format, and its rows if the list has more fields than the file. */
export type Source = {
  file(request: { format: string; language: string; columns?: string[] }): Promise<AsyncIterable<FilePart>>
  rows?(tell: (total: number) => void): Pages
  /** The possible fields of a row, by name. */
  fields?: readonly string[]
}

/** JSON contains the REST response without a requested language: codes, and the names of provinces as stored. */
const languageOfJson = 'zh'

/**
 * Write an export to the target of its options. @throws CliFailure before anything is written if the options contradict
 * each other
 */
export async function writeExport(
  client: Client,
  options: ExportOptions,
  source: Source,
  terminal: Terminal,
): Promise<void> {
  const { out, format } = destinationOf(options)
  const columns = columnsOf(options)
  const progress = createProgress(terminal)
  const label = terminal.say('cli.progress.export')
  const { fileLanguage } = terminal
  progress.show(label, 0)
  try {
    if (format === 'json' || format === 'ndjson') {
      const { rows, fields = [] } = source
      let total: number | undefined
      const onRows = (all: number) => {
        total = all
      }
      const pages = rows
        ? columns
          ? withFields(rows(onRows), rowFieldsOf(columns, fields))
          : rows(onRows)
        : rowsOfArray(
            contentOf(await source.file({ format: 'json', language: languageOfJson, ...(columns ? { columns } : {}) })),
          )
      const counted = countRows(zonedRows(client, pages), (done) => progress.show(label, done, total))
      await writeOut(out, format === 'json' ? jsonArray(counted) : jsonLines(counted))
    } else {
      const parts = await source.file({ format, language: fileLanguage, ...(columns ? { columns } : {}) })
      await writeOut(out, contentOf(countLines(parts, (done, total) => progress.show(label, done, total))))
    }
  } finally {
    progress.clear()
  }
  if (!isStandardOutput(out)) remark(terminal.say('cli.exportedPlain', { path: out }))
}

async function* countRows<Row>(
  pages: AsyncIterable<Row[]>,
  tell: (done: number) => void,
): AsyncGenerator<Row[], void, unknown> {
  let done = 0
  for await (const rows of pages) {
    done += rows.length
    tell(done)
    yield rows
  }
}

/** Count the lines of a text. A workbook is complete before it is sent, so its bytes pass without a count. */
async function* countLines(
  parts: AsyncIterable<FilePart>,
  tell: (done: number, total?: number) => void,
): AsyncGenerator<FilePart, void, unknown> {
  let total: number | undefined
  let done = 0
  for await (const part of parts) {
    if ('fileName' in part) total = part.rows
    else if ('text' in part) {
      done += part.text.split('\n').length - 1
      tell(done, total)
    }
    yield part
  }
}

/** Run an export on a connection: its options are checked before the connection is opened. */
export async function runExport(
  options: ExportOptions,
  command: Command,
  terminal: Terminal,
  source: (client: Client) => Promise<Source>,
): Promise<void> {
  destinationOf(options)
  columnsOf(options)
  const typed = typedFields(options)
  await withConnection(targetOf(command, terminal), ({ client }) =>
    asTyped(typed, async () => writeExport(client, options, await source(client), terminal)),
  )
}
