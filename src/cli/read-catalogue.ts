import { basename } from 'node:path'
import { type CatalogueColumn, type CatalogueRow, catalogueColumns, readCatalogueRows } from '#shared/catalogue.ts'
import { catalogueColumnLabel, catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Catalogue } from '#shared/selection/catalogue.ts'
import { CliFailure, wrongUse } from './failure.ts'
import { decodeText, readInput } from './input.ts'
import { remark } from './output.ts'
import { readRowsFile } from './read-rows.ts'
import type { Say } from './settings.ts'

/** The lines of a file of models; source and version where the file says them. */
export type CatalogueFile = { rows: CatalogueRow[]; source: string | null; version: string | null }

/** The columns by their labels in either language, beside their own names. */
const headings = Object.fromEntries(
  (['zh', 'en'] as const).flatMap((language) =>
    catalogueColumns.map((column): [string, CatalogueColumn] => [catalogueColumnLabel(language, column).toLowerCase(), column]),
  ),
)

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** What `catalogue export --format json` writes: an object with its models; null = the file is none. */
function exportedCatalogue(text: string): { models: unknown[]; source: string | null; version: string | null } | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('models' in value) || !Array.isArray(value.models)) return null
    return {
      models: value.models,
      source: textOf('source' in value ? value.source : null),
      version: textOf('version' in value ? value.version : null),
    }
  } catch {
    return null
  }
}

const rowOf = (model: unknown, index: number): CatalogueRow => {
  const cells = typeof model === 'object' && model !== null ? new Map(Object.entries(model)) : new Map<string, unknown>()
  const cellOf = (column: CatalogueColumn) => {
    const value: unknown = cells.get(column)
    return typeof value === 'number' || typeof value === 'string' ? value : null
  }
  return { line: index + 1, ...Object.fromEntries(catalogueColumns.map((column) => [column, cellOf(column)])) } as CatalogueRow
}

/** @throws CliFailure for a file that holds no table of models */
export async function readCatalogueFile(path: string): Promise<CatalogueFile> {
  const isJson = path !== '-' && path.toLowerCase().endsWith('.json')
  if (isJson) {
    const exported = exportedCatalogue(decodeText(await readInput(path)).replace(/^\ufeff/, ''))
    if (exported) {
      if (exported.models.length === 0) throw wrongUse('cli.emptyFile')
      return { rows: exported.models.map(rowOf), source: exported.source, version: exported.version }
    }
  }
  const rows = await readRowsFile(path, { columns: catalogueColumns, headings })
  return { rows: rows.map((row) => ({ ...row, ...rowOf(row, 0), line: row.line })), source: null, version: null }
}

/** A file as the calculation takes it, under its own version or its name. @throws CliFailure after naming every mistake */
export async function catalogueOfFile(path: string, language: Language, say: Say): Promise<Catalogue> {
  const { rows, source, version } = await readCatalogueFile(path)
  const { models, problems } = readCatalogueRows(rows)
  for (const problem of problems) remark(say('cli.catalogue.line', { line: problem.line, model: problem.model, text: catalogueProblemText(language, problem) }))
  if (problems.length > 0) throw new CliFailure('cli.catalogue.wrongFile', { path, count: problems.length })
  return { version: version ?? basename(path), source: source ?? basename(path), models }
}
