import { type Command, Option } from 'commander'
import type { Terminal } from '#cli/settings.ts'

export const formats = ['csv', 'xls', 'xlsx', 'json'] as const
export type Format = (typeof formats)[number]
export type ExportOptions = { out: string; format?: Format }
const isFormat = (text: string | undefined): text is Format => formats.some((format) => format === text)

export const addExportOptions = (command: Command, { say }: Terminal): Command =>
  command.requiredOption('--out <file>', say('cli.option.out')).addOption(new Option('--format <format>', say('cli.option.format')).choices(formats))

/** What was asked for, else what the name of the file says, else CSV. */
export function formatOf({ format, out }: ExportOptions): Format {
  const ending = out.split('.').at(-1)?.toLowerCase()
  return format ?? (isFormat(ending) ? ending : 'csv')
}

/** The largest page that a list call takes. */
export const pageSize = 1_020

/** All rows of a list, page by page. */
export async function* allPages<Row>(ask: (page: number) => Promise<{ data: Row[] }>): AsyncGenerator<Row[], void, unknown> {
  for (let page = 1; ; page += 1) {
    const { data } = await ask(page)
    if (data.length > 0) yield data
    if (data.length < pageSize) return
  }
}

/** The rows as one JSON array, a line each. */
export async function* jsonArray(pages: AsyncIterable<unknown[]>): AsyncGenerator<string, void, unknown> {
  let written = 0
  yield '['
  for await (const rows of pages) {
    yield rows.map((row, index) => `${written + index > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join('')
    written += rows.length
  }
  yield '\n]\n'
}
