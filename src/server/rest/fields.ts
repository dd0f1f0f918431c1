import { z } from 'zod'
import { type ProcedurePath, ruleOf } from '#server/policy.ts'
import { inputSchemaOf } from './procedures.ts'
import { fileField } from './read-multipart.ts'
import type { Route, RowSource } from './route.ts'

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] }
export type Field = { name: string; from: RowSource['from']; required: boolean; schema: JsonSchema }

/** A zod schema as JSON Schema 2020-12; what JSON cannot say (a function, a refinement) is left out. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

/** The fields that a caller of this row may send, from the one schema that the procedure checks them with. */
export function fieldsOf(row: Route): Field[] {
  const schema = inputSchemaOf(row.procedure)
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  if (row.body === 'file' || row.body === 'import') {
    // The file stands for its name and content.
    const { fileName: _name, content: _content, ...beside } = properties
    const fields = Object.entries(beside).map(([name, inner]): Field => ({ name, from: 'body', required: false, schema: inner }))
    return [{ name: fileField, from: 'body', required: true, schema: { type: 'string', format: 'binary' } }, ...fields]
  }
  const pathNames = new Set(row.path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])))
  return Object.entries(properties)
    .filter(([key]) => !(key in row.fixed))
    .flatMap(([key, property]): Field[] => {
      if (key === row.whole) return Object.entries(property.properties ?? {}).map(([name, inner]) => ({ name, from: 'body', required: false, schema: inner }))
      const source = row.sources.get(key)?.[0] ?? { from: pathNames.has(key) ? 'params' : row.method === 'GET' ? 'query' : 'body', name: key }
      return [{ name: source.name, from: source.from, required: required.includes(key) || source.from === 'params', schema: property }]
    })
}

export const isOpen = (row: Route): boolean => ruleOf(row.procedure satisfies ProcedurePath).anonymous === 'open'

/** auth, devices, …: the heading that a row stands under. */
export const sectionOf = (row: Route): string => row.procedure.split('.', 1)[0] ?? ''
