import type { CatalogueRow } from '#shared/catalogue.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { levelPointsOf } from '#shared/selection/level.ts'
import type { ImportNote } from './map-table.ts'

/**
 * Levels relative to a usual rotor; beyond them a capacity, an air flow or a temperature is more likely in another
 * unit.
 */
const usualLevels = { least: 0.3, most: 1.6 }
const nameOf = (row: CatalogueRow): string =>
  String(row.model ?? '')
    .trim()
    .toLowerCase()

/** Find models whose values may be right but look like another unit: one note each, at the model's first line. */
export function oddLevels(rows: readonly CatalogueRow[]): ImportNote[] {
  const { models, refused } = readCatalogueRows(rows)
  const lines = new Map([...rows].reverse().map((row) => [nameOf(row), row.line]))
  return models.flatMap((model, index): ImportNote[] => {
    const odd = refused[index]
      ? undefined
      : levelPointsOf(model).find(({ level }) => level < usualLevels.least || level > usualLevels.most)
    if (!odd) return []
    const share = `${Math.round(odd.level * 100)} %`
    return [
      {
        line: lines.get(model.model.toLowerCase()) ?? 1,
        heading: '',
        code: 'oddLevel',
        value: `${model.model} ${odd.point.kgH} kg/h`,
        unit: share,
      },
    ]
  })
}
