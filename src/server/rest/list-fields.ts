import { z } from 'zod'
import { inputSchemaOf } from './procedures.ts'
import type { Route } from './route.ts'

/** The fields that the documents define for every list request (R168). */
const documentedFields: ReadonlySet<string> = new Set(['page', 'size', 'total', 'name', 'companyId', 'classId', 'type'])

const isIdle = (value: unknown) => value === '' || value === null || value === undefined

/** Return the field names that a call accepts, when it refuses all others; null when it ignores unknown fields. */
function closedNamesOf(row: Route): ReadonlySet<string> | null {
  const schema = inputSchemaOf(row.procedure)
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  return object instanceof z.ZodObject && object.def.catchall instanceof z.ZodNever
    ? new Set(Object.keys(object.shape))
    : null
}
const known = new Map<Route, ReadonlySet<string> | null>()

/**
 * Remove documented list fields that this list does not use, and empty unknown fields, which limit nothing: documented
 * clients send one request to every list. Other unknown names stay and are refused with the valid ones, because a
 * misspelt filter must not widen a list.
 */
export function withoutIdleFields(row: Route, input: Record<string, unknown>): Record<string, unknown> {
  const names = known.get(row) ?? closedNamesOf(row)
  known.set(row, names)
  if (!names || Object.keys(input).every((name) => names.has(name))) return input
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.has(name) || !(documentedFields.has(name) || isIdle(value))),
  )
}
