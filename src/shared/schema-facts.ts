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

/** The schema that a wrapper is about: inside of `optional`, `nullable`, a default, or behind a preprocessing step. */
function innerOf(schema: Schema): Schema {
  const def = schema._zod.def as { type: string; innerType?: Schema; in?: Schema; out?: Schema }
  if (wrappers.has(def.type) && def.innerType) return innerOf(def.innerType)
  if (def.type !== 'pipe' || !def.in || !def.out) return schema
  // A preprocessing step comes before what it prepares for; any other step comes after what is checked first.
  return innerOf(def.in._zod.def.type === 'transform' ? def.out : def.in)
}

const blankOf = (value: unknown): unknown => (typeof value === 'string' ? '' : Array.isArray(value) ? [] : null)

/** What a form has to know of a field: whether it may stay empty, and the longest text that it takes. */
export type FieldFacts = { required: boolean; maxLength: number | undefined }

/** Looks these facts up in the schema of a field; `value` = what the form holds there, a text or a choice (null = none). */
export function factsOf(schema: Schema | undefined, value: unknown): FieldFacts {
  if (schema === undefined) return { required: false, maxLength: undefined }
  const inner = innerOf(schema)
  const longest = inner instanceof z.ZodString ? inner.maxLength : null
  return { required: !z.safeParse(schema, blankOf(value)).success, maxLength: longest ?? undefined }
}

/** The least and the largest number of a field that has both. */
export function rangeOf(schema: Schema | undefined): { min: number; max: number } | null {
  const inner = schema === undefined ? null : innerOf(schema)
  if (!(inner instanceof z.ZodNumber)) return null
  const { minValue: min, maxValue: max } = inner
  return min !== null && max !== null && Number.isFinite(min) && Number.isFinite(max) ? { min, max } : null
}

export type FieldKind = 'text' | 'day' | 'choice' | 'mark' | 'client'
const kindOfType: Readonly<Record<string, FieldKind>> = { string: 'text', enum: 'choice', boolean: 'mark' }
/** What a field or a filter is to a person: a text, a day, one of a few choices, a mark, a client, or something that a lookup or another part shows. */
export function kindOf(schema: Schema | undefined): FieldKind | null {
  if (schema === undefined) return null
  const inner = innerOf(schema)
  if (inner === Day) return 'day'
  return inner === ClientNumber ? 'client' : (kindOfType[inner._zod.def.type] ?? null)
}

/** The values of a choice, in their order. */
export function choicesOf(schema: Schema | undefined): string[] {
  const inner = schema === undefined ? null : innerOf(schema)
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

/** True for a field that holds a number. */
export const isNumber = (schema: Schema): boolean => innerOf(schema) instanceof z.ZodNumber
