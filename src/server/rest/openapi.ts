import { z } from 'zod'
import { apiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type Field, fieldsOf, isOpen, type JsonSchema, jsonSchemaOf, sectionOf } from './fields.ts'
import { restCodes, sectionWord } from './headings.ts'
import type { Route } from './route.ts'

const parameter = (field: Field) => ({
  name: field.name,
  in: field.from === 'params' ? 'path' : 'query',
  required: field.required,
  schema: field.schema,
})

function requestBody(fields: readonly Field[], type: string) {
  const inBody = fields.filter(({ from }) => from === 'body')
  if (inBody.length === 0) return {}
  const required = inBody.filter((field) => field.required).map(({ name }) => name)
  const properties = Object.fromEntries(inBody.map(({ name, schema }) => [name, schema]))
  return { requestBody: { content: { [type]: { schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) } } } } }
}

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'integer', enum: [...restCodes] }, message: { type: 'string' }, data },
})

function responses(row: Route): Record<string, unknown> {
  const answered = row.answer ? { anyOf: [jsonSchemaOf(row.answer, 'output'), { type: 'null' }] } : {}
  const json = { 'application/json': { schema: row.reply === 'file' ? { $ref: '#/components/schemas/Refusal' } : envelope(answered) } }
  const file = row.reply === 'file' ? { 'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } } : {}
  const refused = (description: string) => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } })
  return {
    200: { description: 'code 200 is success; any other code is a refusal', content: { ...file, ...json } },
    400: refused('not JSON'),
    413: refused('too large'),
    429: refused('too many tries, see Retry-After'),
    500: refused('defect'),
    503: refused('busy, see Retry-After'),
  }
}

function operation(row: Route, language: Language) {
  const fields = fieldsOf(row)
  return {
    operationId: `${row.method.toLowerCase()}${row.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: [sectionWord(language, sectionOf(row))],
    summary: apiWord(language, row.title),
    description: [row.call, row.procedure].filter(Boolean).join(' · '),
    parameters: fields.filter(({ from }) => from !== 'body').map(parameter),
    ...requestBody(fields, row.body === 'file' ? 'multipart/form-data' : 'application/json'),
    responses: responses(row),
    ...(isOpen(row) ? { security: [] } : {}),
  }
}

/** The OpenAPI 3.1 document of the rows: paths, fields and answers come from the schemas that the product itself uses. */
export function openApi(rows: readonly Route[], language: Language): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of rows) {
    const path = `/api${row.path.replace(/:([A-Za-z]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row, language) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Coldfleet', version: '1', description: apiWord(language, 'api.intro') },
    servers: [{ url: '/' }],
    security: [{ cat: [] }, { xToken: [] }],
    tags: [...new Set(rows.map(sectionOf))].map((section) => ({ name: sectionWord(language, section) })),
    paths,
    components: {
      securitySchemes: {
        cat: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'cat <token>' },
        xToken: { type: 'apiKey', in: 'header', name: 'X-Token' },
      },
      schemas: { Refusal: envelope(jsonSchemaOf(z.null(), 'output')) },
    },
  }
}
