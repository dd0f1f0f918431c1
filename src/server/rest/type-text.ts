import type { JsonSchema } from './fields.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const grouped = (text: string) => (text.includes(' | ') ? `(${text})` : text)

/** Format a JSON schema in one readable line: `{id: integer, state: "normal" | "low", checks: {…}[]}`. */
export function typeText(schema: unknown): string {
  if (!isSchema(schema)) return 'any'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return [...new Set(choices.map(typeText))].join(' | ')
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.map(typeText).join(', ')}]`
  if (schema.type === 'null') return 'null'
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `${grouped(typeText(schema.items))}[]`
  if (schema.properties) {
    const required = new Set(schema.required ?? [])
    return `{${Object.entries(schema.properties)
      .map(([key, property]) => `${key}${required.has(key) ? '' : '?'}: ${typeText(property)}`)
      .join(', ')}}`
  }
  if (Array.isArray(schema.type))
    return [...new Set(schema.type.map((type) => typeText({ ...schema, type })))].join(' | ')
  if (typeof schema.type !== 'string') return 'any'
  const { minimum, maximum, maxLength } = schema
  const small = (bound: unknown) => (typeof bound === 'number' && Math.abs(bound) < 2_147_483_647 ? String(bound) : '')
  if ((schema.type === 'integer' || schema.type === 'number') && (small(minimum) || small(maximum)))
    return `${schema.type} ${small(minimum)}…${small(maximum)}`
  return typeof maxLength === 'number' ? `${schema.type} ≤${maxLength}` : schema.type
}
