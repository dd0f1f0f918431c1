import { z } from 'zod'
import { type CatalogueColumn, type CatalogueRow, modelColumns, pointColumns } from './catalogue.ts'
import type { CatalogueModel } from './selection/model.ts'

const Cell = z.union([z.string(), z.number()]).nullish().catch(null)
const named = <Column extends CatalogueColumn>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, Cell])) as Record<Column, typeof Cell>
/**
 * A catalogue in JSON: `models[]`, each with `points[]`. Cells are checked later, one by one, so that each error is
 * reported; unknown names are ignored.
 */
export const CatalogueForm = z.object({
  version: z.coerce.string().nullish().catch(null),
  source: z.string().nullish().catch(null),
  models: z.array(
    z.object({
      ...named(modelColumns),
      points: z.array(z.object({ ...named(pointColumns), airflowM3h: Cell })).nullish(),
    }),
  ),
})
export type CatalogueForm = z.output<typeof CatalogueForm>

/**
 * Convert models to the lines of a file, counted from `firstLine`: one line for each model, followed by one for each
 * point with the model's name.
 */
export function rowsOfModels(models: readonly CatalogueModel[], firstLine = 1): CatalogueRow[] {
  let line = firstLine
  return models.flatMap(({ points, ...model }): CatalogueRow[] => [
    { line: line++, ...model },
    ...points.map((point): CatalogueRow => ({ line: line++, model: model.model, ...point })),
  ])
}

/** Return the lines of a catalogue in JSON; the line of an error is the number of its model. */
export const rowsOfForm = ({ models }: CatalogueForm): CatalogueRow[] =>
  models.map((model, index) => ({ line: index + 1, ...model }))
