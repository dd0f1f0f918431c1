import { z } from 'zod'
import { inputSchemaOf } from './procedures.ts'
import type { Route } from './route.ts'

/** The fields that the documents give to every list request (R168). */
const documentedFields: ReadonlySet<string> = new Set(['page', 'size', 'total', 'name', 'companyId', 'classId', 'type'])

const isIdle = (value: unknown) => value === '' || value === null || value === undefined

/** The names that a call knows, when it refuses all others; null when it takes no notice of them. */
function closedNamesOf(row: Route): ReadonlySet<string> | null {
  const schema = inputSchemaOf(row.procedure)
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  return object instanceof z.ZodObject && object.def.catchall instanceof z.ZodNever
    ? new Set(Object.keys(object.shape))
    : null
}
const known = new Map<Route, ReadonlySet<string> | null>()

/**
 * Documented clients send one request to every list: what a list has no use for is passed over, and so is an unknown field that is empty
 * and so limits nothing. A name that nobody knows stays, and is refused with those that exist: a misspelt filter must not widen a list.
 */
export function withoutIdleFields(row: Route, input: Record<string, unknown>): Record<string, unknown> {
  const names = known.get(row) ?? closedNamesOf(row)
  known.set(row, names)
  if (!names) return input
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.has(name) || !(documentedFields.has(name) || isIdle(value))),
  )
}
