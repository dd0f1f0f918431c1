import type { AuditAction } from '#server/audit-actions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import type { Cell } from './spreadsheet.ts'
import { type TableFormat, tableFile } from './table-file.ts'

export type ListFile<Row> = {
  /** The action in the audit log, for example devices.export. */
  action: AuditAction
  targetKind: AuditKind
  /** Name of the file without its extension, and of the sheet. */
  name: string
  format: TableFormat
  header: string[]
  /** The number of rows, where it is known before. */
  rows?: number | undefined
  pages: AsyncIterable<readonly Row[]>
  cells: (row: Row) => Cell[]
  /** Indexes of the columns with names and serials. */
  texts?: ReadonlySet<number>
  filters: object
}

/**
 * Export a list as a file; every exported list uses this: all matching rows, in the order of the list, and an audit
 * entry with their number, also when the reader leaves half-way.
 */
export async function* listFile<Row>(ctx: SignedInContext, file: ListFile<Row>): FileParts {
  const { action, targetKind, name, format, header, rows, cells, texts, filters } = file
  let written = 0
  async function* pages() {
    for await (const page of file.pages) {
      yield page.map(cells)
      written += page.length
    }
  }
  let result = 'stopped'
  try {
    yield* tableFile({
      format,
      name,
      sheet: name,
      header,
      ...(rows === undefined ? {} : { rows }),
      ...(texts && { texts }),
      pages: pages(),
    })
    result = 'done'
  } catch (error) {
    result = 'failed'
    throw error
  } finally {
    await ctx.services.audit.write(ctx.db, ctx, {
      action,
      targetKind,
      result,
      details: { rows: written, format, filters },
    })
  }
}

/**
 * A column of a file: its value for programs, and for people where that differs. `text` = names and serials, never
 * converted to numbers or days. A title that is a name is the same in every language.
 */
export type FileColumn<Row> = {
  title: Word | { text: string }
  value: (row: Row) => Cell
  shown?: (row: Row, language: Language) => Cell
  text?: true
}

/** Return the indexes of the text columns. */
export const textsAmong = <Name extends string>(
  names: readonly Name[],
  isText: (name: Name) => boolean,
): ReadonlySet<number> => new Set(names.flatMap((name, at) => (isText(name) ? [at] : [])))

/** Return header and cells of the chosen columns: names and values for a program (json), words for a person. */
export function chosenColumns<Name extends string, Row>(
  columns: Readonly<Record<Name, FileColumn<Row>>>,
  names: readonly Name[],
  format: TableFormat,
  language: Language,
): { header: string[]; cells: (row: Row) => Cell[]; texts: ReadonlySet<number> } {
  const plain = format === 'json'
  const chosen = names.map((name) => {
    const { value, shown } = columns[name]
    return plain || !shown ? value : (row: Row) => shown(row, language)
  })
  return {
    header: names.map((name) => {
      const { title } = columns[name]
      if (plain) return name
      return typeof title === 'object' ? title.text : word(language, title)
    }),
    cells: (row) => chosen.map((cell) => cell(row)),
    texts: textsAmong(names, (name) => columns[name].text === true),
  }
}

/** Yield rows that are in memory already, as the only page of a file. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void, unknown> {
  yield rows
}
