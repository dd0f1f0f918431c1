import type { AuditAction } from '#server/audit-actions.ts'
import { listFile } from '#server/services/spreadsheets/list-file.ts'
import type { Cell } from '#server/services/spreadsheets/spreadsheet.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { ExportFormat } from '#shared/devices.ts'
import { labelKey, type WordsFor } from '#shared/field-words.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import type { Page, Paging } from '#shared/paging.ts'

export type Searched = { name?: string | undefined; companyId?: number | undefined }
export type FileRequest<Columns extends string> = Searched & {
  format: ExportFormat
  columns?: Columns[] | undefined
  language?: Language | undefined
}
/** `words` = the area of the words `<words>.<column>` for the column titles and `<words>.list` for the file name. */
export type FileOptions<Area extends string, Columns extends string> = {
  action: AuditAction
  words: Area & WordsFor<Area, Columns | 'list'>
  /** All columns, in their order. */
  columns: readonly Columns[]
}
type Source<Row> = {
  kind: AuditKind
  /** Fields with one of a few values: a file has the text `<words>.<field>.<value>` of the value. */
  choices: ReadonlySet<string>
  find: (ctx: SignedInContext, request: Paging & Searched) => Promise<Page<Row>>
}

/** Rows per page read. */
const pageSize = 1_000

/**
 * Export all rows of a list of base records as a file.
 * @throws AppError before the first part: NOT_FOUND as the list, TOO_MANY
 */
export async function baseRecordFile<Row extends object, Area extends string, Columns extends keyof Row & string>(
  ctx: SignedInContext,
  request: FileRequest<Columns>,
  { action, words, columns: all, kind, choices, find }: FileOptions<Area, Columns> & Source<Row>,
): Promise<FileParts> {
  const { format, columns = all, language = ctx.request.language, ...filters } = request
  const first = await find(ctx, { ...filters, page: 1, size: pageSize })
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  async function* pages() {
    yield first.data
    for (let page = 2; (page - 1) * pageSize < first.totalCount; page += 1)
      yield (await find(ctx, { ...filters, page, size: pageSize })).data
  }
  const title = (name: string) => word(language, labelKey(words, name) as Word)
  return listFile<Row>(ctx, {
    action,
    targetKind: kind,
    name: title('list'),
    format,
    header: columns.map(title),
    rows: first.totalCount,
    pages: pages(),
    cells: (row) =>
      columns.map((name) =>
        choices.has(name) && row[name] !== null
          ? word(language, `${words}.${name}.${String(row[name])}` as Word)
          : (row[name] as Cell),
      ),
    filters,
  })
}
