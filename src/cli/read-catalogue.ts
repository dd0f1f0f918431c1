import { basename } from 'node:path'
import { type CatalogueColumn, type CatalogueRow, catalogueColumns } from '#shared/catalogue.ts'
import { CatalogueForm, rowsOfForm } from '#shared/catalogue-forms.ts'
import type { KeptLayout, TableLayout } from '#shared/catalogue-import/layout.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { catalogueColumnLabel, catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import { CliFailure, wrongUse } from './failure.ts'
import { readTableRows, type TableOptions } from './import-table.ts'
import { decodeText, readInput } from './input.ts'
import { remark } from './output.ts'
import { type FileRow, readRowsFile } from './read-rows.ts'
import type { Say, Terminal } from './settings.ts'

/** The lines of a file of models; source and version if the file contains them. */
export type CatalogueFile = {
  rows: CatalogueRow[]
  source: string | null
  version: string | null
  layout: TableLayout | null
}

/** The columns by their labels in either language, in addition to their own names. */
const headings = Object.fromEntries(
  (['zh', 'en'] as const).flatMap((language) =>
    catalogueColumns.map((column): [string, CatalogueColumn] => [
      catalogueColumnLabel(language, column).toLowerCase(),
      column,
    ]),
  ),
)

const textOf = (value: string | null | undefined): string | null => value?.trim() || null
/** Complete a row: a file need not have every column. */
const wholeRow = (row: FileRow<CatalogueColumn>): CatalogueRow =>
  ({ ...Object.fromEntries(catalogueColumns.map((column) => [column, null])), ...row }) as CatalogueRow

/**
 * Parse the output of `catalogue export --format json`, or only its models, each with its points; null = another kind
 * of file.
 */
function formOf(text: string): CatalogueForm | null {
  try {
    const value: unknown = JSON.parse(text)
    const isList =
      Array.isArray(value) &&
      value.some((model: unknown) => typeof model === 'object' && model !== null && 'points' in model)
    return CatalogueForm.parse(isList ? { models: value } : value)
  } catch {
    return null
  }
}

/** @throws CliFailure for a file without a table of models */
export async function readCatalogueFile(
  path: string,
  terminal: Pick<Terminal, 'language' | 'say'>,
  options: TableOptions = {},
  kept: readonly KeptLayout[] = [],
): Promise<CatalogueFile> {
  if (path === '-' || !path.toLowerCase().endsWith('.json'))
    return { ...(await readTableRows(path, options, terminal, kept)), source: null, version: null }
  const form = formOf(decodeText(await readInput(path)).replace(/^\ufeff/, ''))
  if (form) {
    if (form.models.length === 0) throw wrongUse('cli.emptyFile')
    return { rows: rowsOfForm(form), source: textOf(form.source), version: textOf(form.version), layout: null }
  }
  const rows = await readRowsFile(path, { columns: catalogueColumns, headings }, terminal.language)
  return { rows: rows.map(wholeRow), source: null, version: null, layout: null }
}

/**
 * Adapt a refusal to a command that only calculates with the file: name the file, and no option that the command does
 * not have.
 */
function asCatalogueOfSelect(error: unknown, path: string): unknown {
  if (!(error instanceof CliFailure)) return error
  if (error.word === 'cli.emptyFile') return wrongUse('cli.catalogue.noModelInFile', { path })
  return error.word === 'cli.catalogue.noModels'
    ? wrongUse('cli.catalogue.noModelsHere', { ...error.values, path })
    : error
}

/**
 * Return a file as a catalogue for the calculation, under its own version or its name. @throws CliFailure after
 * reporting every error
 */
export async function catalogueOfFile(path: string, language: Language, say: Say): Promise<Catalogue> {
  const { rows, source, version } = await readCatalogueFile(path, { language, say }).catch((error: unknown) => {
    throw asCatalogueOfSelect(error, path)
  })
  const { models, problems } = readCatalogueRows(rows)
  for (const problem of [...problems].sort((left, right) => left.line - right.line))
    remark(
      say('cli.catalogue.line', {
        line: problem.line,
        model: problem.model,
        text: catalogueProblemText(language, problem),
      }),
    )
  if (problems.length > 0) throw new CliFailure('cli.catalogue.wrongFile', { path, count: problems.length })
  return { version: version ?? basename(path), source: source ?? basename(path), models }
}
