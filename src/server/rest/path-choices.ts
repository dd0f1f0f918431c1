import { z } from 'zod'
import { inputSchemaOf } from './procedures.ts'
import type { Route } from './route.ts'

/** Return the input field of a path parameter. */
const fieldOf = (row: Route, param: string): string =>
  [...row.sources].find(([, sources]) => sources.some(({ from, name }) => from === 'params' && name === param))?.[0] ??
  param

/**
 * Correct the letter case of enumerated path parameters, such as `repairTimes`: paths match in any letter case, so
 * these match too.
 */
export function withChoicesOfPath(row: Route, params: Record<string, unknown>): Record<string, unknown> {
  if (!row.path.includes(':')) return params
  const schema = inputSchemaOf(row.procedure)
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  if (!(object instanceof z.ZodObject)) return params
  const matched = Object.entries(params).map(([param, value]) => {
    const field: unknown = object.shape[fieldOf(row, param)]
    const choices = field instanceof z.ZodEnum ? field.options : []
    return [param, choices.find((choice) => String(choice).toLowerCase() === String(value).toLowerCase()) ?? value]
  })
  return Object.fromEntries(matched)
}
