import { z } from 'zod'
import { type ProcedurePath, ruleOf } from '#server/permissions.ts'
import { inputSchemaOf } from './procedures.ts'
import { fileField } from './read-multipart.ts'
import type { Route, RowSource } from './route.ts'

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] }
export type Field = { name: string; from: RowSource['from']; required: boolean; schema: JsonSchema }

/**
 * Convert a zod schema to JSON Schema 2020-12; a part that JSON Schema cannot express (a function, a refinement) is
 * omitted.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

const allowsNull = ({ type, anyOf }: JsonSchema): boolean =>
  type === 'null' ||
  (Array.isArray(type) && type.includes('null')) ||
  (Array.isArray(anyOf) && anyOf.some((choice: JsonSchema) => allowsNull(choice)))
const isAnything = (schema: JsonSchema) => Object.keys(schema).length === 0
const isText = (schema: JsonSchema) => schema.type === 'string' && !schema.enum && !schema.pattern && !schema.minLength

/**
 * Add the documented empty values for "not given" ("", null, missing) to a field whose schema accepts them without
 * declaring them.
 */
function withEmpties(property: z.ZodType | undefined, schema: JsonSchema): JsonSchema {
  if (!property || isAnything(schema)) return schema
  const takes = (value: unknown) => property.safeParse(value).success
  const empties = [
    ...(allowsNull(schema) || !takes(null) ? [] : [{ type: 'null' }]),
    ...(isText(schema) || !takes('') ? [] : [{ const: '' }]),
  ]
  return empties.length > 0
    ? { anyOf: [...(Array.isArray(schema.anyOf) ? schema.anyOf : [schema]), ...empties] }
    : schema
}

/** Return the properties of an input, also of one with a refinement of the whole. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  return object instanceof z.ZodObject ? (object.shape as Record<string, z.ZodType>) : {}
}

/** Return the fields that a caller of this row may send, from the schema that the procedure validates them with. */
export function fieldsOf(row: Route): Field[] {
  const input = inputSchemaOf(row.procedure)
  if (!input) return []
  const { properties: bare = {}, required = [] } = jsonSchemaOf(input, 'input')
  const shape = shapeOf(input)
  const properties = Object.fromEntries(
    Object.entries(bare).map(([key, inner]) => [
      key,
      required.includes(key) || key === row.whole ? inner : withEmpties(shape[key], inner),
    ]),
  )
  if (row.body === 'file' || row.body === 'import') {
    // The file replaces its name and content.
    const { fileName: _name, content: _content, devices: _devices, ...beside } = properties
    const fields = Object.entries(beside).map(
      ([name, inner]): Field => ({ name, from: 'body', required: false, schema: inner }),
    )
    return [{ name: fileField, from: 'body', required: true, schema: { type: 'string', format: 'binary' } }, ...fields]
  }
  if (row.body === 'lines') {
    // The lines replace the fields with the same content; the other fields are in the query.
    const { content: _content, reports: _reports, ...beside } = properties
    return Object.entries(beside).map(
      ([name, inner]): Field => ({ name, from: 'query', required: false, schema: inner }),
    )
  }
  const pathNames = new Set(row.path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])))
  return Object.entries(properties)
    .filter(([key]) => !(key in row.fixed))
    .flatMap(([key, property]): Field[] => {
      if (key === row.whole) {
        const numbers = row.numbers.map((name): [string, JsonSchema] => [name, { type: 'integer', minimum: 1 }])
        return [...numbers, ...Object.entries(property.properties ?? {})].map(([name, inner]) => ({
          name,
          from: 'body',
          required: false,
          schema: inner,
        }))
      }
      const source = row.sources.get(key)?.[0] ?? {
        from: pathNames.has(key) ? 'params' : row.method === 'GET' ? 'query' : 'body',
        name: key,
      }
      return [
        {
          name: source.name,
          from: source.from,
          required: required.includes(key) || row.requires.includes(key) || source.from === 'params',
          schema: property,
        },
      ]
    })
}

export const isOpen = (row: Route): boolean => ruleOf(row.procedure satisfies ProcedurePath).anonymous === 'open'

/** Return the feature of a row, its heading: auth, devices, … */
export const sectionOf = (row: Route): string => row.procedure.split('.', 1)[0] ?? ''
