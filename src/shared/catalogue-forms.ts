import { z } from 'zod'
import { type CatalogueColumn, type CatalogueRow, modelColumns, pointColumns } from './catalogue.ts'
import type { CatalogueModel } from './selection/model.ts'

const Cell = z.union([z.string(), z.number()]).nullish().catch(null)
const named = <Column extends CatalogueColumn>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, Cell])) as Record<Column, typeof Cell>
/**
 * The form of a catalogue as JSON: `models[]` with `points[]` inside of each. Cells are checked later, one by one, so that each mistake
 * is named; what has another name is passed over.
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

/** Lines of models as a file has them, counted from `firstLine`: one a model, and behind it one a point with the model's name. */
export function rowsOfModels(models: readonly CatalogueModel[], firstLine = 1): CatalogueRow[] {
  let line = firstLine
  return models.flatMap(({ points, ...model }): CatalogueRow[] => [
    { line: line++, ...model },
    ...points.map((point): CatalogueRow => ({ line: line++, model: model.model, ...point })),
  ])
}

/** Lines of a catalogue in JSON; the line of a mistake is the number of its model. */
export const rowsOfForm = ({ models }: CatalogueForm): CatalogueRow[] =>
  models.map((model, index) => ({ line: index + 1, ...model }))
