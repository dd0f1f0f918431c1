import type { JsonSchema } from './fields.ts'

type Usual = Readonly<Record<string, unknown>>
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const typeOf = ({ type }: JsonSchema): unknown => (Array.isArray(type) ? type.find((one) => one !== 'null') : type)
const between = (value: number, { minimum, maximum }: JsonSchema) =>
  Math.min(Math.max(value, Number(minimum ?? value)), Number(maximum ?? value))

function textOf({ format, pattern, minLength, maxLength }: JsonSchema, name: string, usual: Usual): string {
  const usualText = usual[name]
  if (
    typeof usualText === 'string' &&
    (!pattern || new RegExp(String(pattern)).test(usualText)) &&
    usualText.length <= Number(maxLength ?? usualText.length)
  )
    return usualText
  if (/date$|day$|^from$|^to$/i.test(name) || format === 'date') return '2026-11-20'
  if (/timeStr$|time$|at$/i.test(name) && !pattern) return '2026-11-20 09:30:00'
  const text = /\\d/.test(String(pattern ?? '')) ? '1' : '甲'
  return text
    .padEnd(Number(minLength ?? 0), text.at(-1))
    .slice(0, Number(maxLength ?? text.length + Number(minLength ?? 0)))
}

/**
 * Create an example that fits a JSON Schema: every field, one entry a list, the first choice. `name` is the field's
 * own, `usual` the usual values of fields by name.
 */
export function exampleOf(schema: JsonSchema, usual: Usual, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf)]
  const first = choices.find(({ type }) => type !== 'null') ?? choices[0]
  if (first) return exampleOf(first, usual, name)
  const whole = schemasOf(schema.allOf)
  if (whole.length > 0) return Object.assign({}, ...whole.map((part) => exampleOf(part, usual, name)))
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, exampleOf(inner, usual, key)]),
      )
    case 'array': {
      const tuple = schemasOf(schema.prefixItems)
      if (tuple.length > 0) return tuple.map((item) => exampleOf(item, usual, name))
      const item = exampleOf(isSchema(schema.items) ? schema.items : {}, usual, name)
      return Array.from({ length: Math.max(Number(schema.minItems ?? 1), 1) }, () => item)
    }
    case 'integer':
    case 'number':
      return between(typeof usual[name] === 'number' ? usual[name] : 1, schema)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema, name, usual)
    default:
      return null
  }
}
