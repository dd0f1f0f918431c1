import { z } from 'zod'
import { Day } from './dates.ts'
import { ClientNumber } from './request-fields.ts'

type Schema = z.core.$ZodType
const wrappers: ReadonlySet<string> = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'nonoptional',
  'readonly',
  'catch',
])

/** Return the schema inside a wrapper: `optional`, `nullable`, a default, or a preprocessing step. */
function innerOf(schema: Schema): Schema {
  const def = schema._zod.def as { type: string; innerType?: Schema; in?: Schema; out?: Schema }
  if (wrappers.has(def.type) && def.innerType) return innerOf(def.innerType)
  if (def.type !== 'pipe' || !def.in || !def.out) return schema
  // A preprocessing step comes before its schema; any other transform comes after the checked one.
  return innerOf(def.in._zod.def.type === 'transform' ? def.out : def.in)
}

const blankOf = (value: unknown): unknown => (typeof value === 'string' ? '' : Array.isArray(value) ? [] : null)

/** Facts about a field that a form needs: whether it is required, and its maximum length. */
export type FieldFacts = { required: boolean; maxLength: number | undefined }

/** Return the facts from the schema of a field; `value` = the form's value, a text or a choice (null = none). */
export function factsOf(schema: Schema | undefined, value: unknown): FieldFacts {
  if (schema === undefined) return { required: false, maxLength: undefined }
  const inner = innerOf(schema)
  const longest = inner instanceof z.ZodString ? inner.maxLength : null
  return { required: !z.safeParse(schema, blankOf(value)).success, maxLength: longest ?? undefined }
}

/** Return the minimum and the maximum of a field that has both. */
export function rangeOf(schema: Schema | undefined): { min: number; max: number } | null {
  const inner = schema === undefined ? null : innerOf(schema)
  if (!(inner instanceof z.ZodNumber)) return null
  const { minValue: min, maxValue: max } = inner
  return min !== null && max !== null && Number.isFinite(min) && Number.isFinite(max) ? { min, max } : null
}

export type FieldKind = 'text' | 'day' | 'choice' | 'mark' | 'client'
const kindOfType: Readonly<Record<string, FieldKind>> = { string: 'text', enum: 'choice', boolean: 'mark' }
/**
 * Return the kind of input for a field or a filter: a text, a day, one of a few choices, a checkbox, a client; null if
 * a lookup or another component shows it.
 */
export function kindOf(schema: Schema | undefined): FieldKind | null {
  if (schema === undefined) return null
  const inner = innerOf(schema)
  if (inner === Day) return 'day'
  return inner === ClientNumber ? 'client' : (kindOfType[inner._zod.def.type] ?? null)
}

/** Return the values of a choice, in order. */
export function choicesOf(schema: Schema | undefined): string[] {
  const inner = schema === undefined ? null : innerOf(schema)
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

/** Return the decimals of a number by its step, 2 for 0.01; 0 for whole numbers, null for everything else. */
export function decimalsOf(schema: Schema | undefined): number | null {
  const inner = schema === undefined ? null : innerOf(schema)
  if (!(inner instanceof z.ZodNumber) || inner === ClientNumber) return null
  for (const { _zod } of inner._zod.def.checks ?? []) {
    const { check, value } = _zod.def as { check: string; value?: unknown }
    if (check === 'multiple_of' && typeof value === 'number' && value < 1) return Math.round(-Math.log10(value))
  }
  return 0
}

/** Does the field hold a number? */
export const isNumber = (schema: Schema): boolean => innerOf(schema) instanceof z.ZodNumber
