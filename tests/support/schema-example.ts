import type { JsonSchema } from '#server/rest/fields.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

function textOf({ pattern, format, minLength, maxLength }: JsonSchema): string {
  if (
    format === 'date' ||
    String(pattern ?? '').startsWith('^(?:(?:\\d\\d[2468]') ||
    /\\d\{4\}-/.test(String(pattern ?? ''))
  )
    return '2026-11-20'
  if (format === 'date-time') return '2026-11-20T00:00:00Z'
  const length = Math.min(Math.max(Number(minLength ?? 1), 1), Number(maxLength ?? 1_000))
  return /\\d/.test(String(pattern ?? '')) ? '1'.repeat(length) : '甲'.repeat(length)
}

/**
 * Return the smallest value that a JSON Schema allows: required fields only, the first choice, the lowest number.
 * Refinements beyond the schema are not met. `name` is the field's own, for `choose`, which may return another value.
 */
export function exampleOf(schema: JsonSchema, choose: (name: string) => unknown = () => undefined, name = ''): unknown {
  const chosen = choose(name)
  if (chosen !== undefined) return chosen
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [first] = [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf)].filter(({ type }) => type !== 'null')
  if (first) return exampleOf(first, choose, name)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, choose, key)]),
      )
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        exampleOf(isSchema(schema.items) ? schema.items : {}, choose, name),
      )
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}
