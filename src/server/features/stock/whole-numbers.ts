import type { SignedInContext } from '#server/trpc.ts'
import { AppError, type FieldProblem } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { isCounted } from '#shared/stock.ts'

type Goods = { id: number; name: string; unit: string | null }

/**
 * Refuse fractions of goods that are counted in pieces. `list` = the name of the field with the lines.
 * @throws AppError VALIDATION that names every line with a fraction of a piece
 */
export function refuseFractions(
  ctx: SignedInContext,
  list: string,
  lines: readonly { materialId: number; number: number }[],
  goods: readonly Goods[],
): void {
  const fields = lines.flatMap(({ materialId, number }, index): FieldProblem[] => {
    const found = goods.find(({ id }) => id === materialId)
    if (!found || Number.isInteger(number) || !isCounted(found.unit)) return []
    const problem = word(ctx.request.language, 'stock.problem.whole', { goods: found.name, unit: found.unit ?? '' })
    return [{ field: `${list}.${index}.number`, problem, label: found.name }]
  })
  if (fields.length > 0)
    throw new AppError('VALIDATION', { field: list, fields, sentence: fields.map(({ problem }) => problem).join('; ') })
}
