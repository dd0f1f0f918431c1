import type { CatalogueColumn, CatalogueRow } from '#shared/catalogue.ts'
import { rowsOfModels } from '#shared/catalogue-forms.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'

const nameOf = (name: unknown): string =>
  String(name ?? '')
    .trim()
    .toLowerCase()

/** Replace the models of a catalogue by those of a file with the same name; the file's lines keep their numbers. */
export function mergedRows(models: readonly CatalogueModel[], rows: readonly CatalogueRow[]): CatalogueRow[] {
  const named = new Set(rows.map(({ model }) => nameOf(model)))
  const last = rows.reduce((most, { line }) => Math.max(most, line), 0)
  const kept = models.filter(({ model }) => !named.has(nameOf(model)))
  return [...rowsOfModels(kept, last + 1), ...rows]
}

/** Return the column of the first problem of each line. */
export const firstOfLines = (rows: readonly CatalogueRow[]): ReadonlyMap<number, CatalogueColumn> =>
  new Map([...readCatalogueRows(rows).problems].reverse().map(({ line, column }) => [line, column]))
