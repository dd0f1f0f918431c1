import { z } from 'zod'
import { keyPattern } from '#server/idempotency.ts'
import { type ErrorCode, errorTable } from '#shared/errors.ts'
import { feedColumns } from '#shared/feed.ts'
import { apiWord } from '#shared/i18n/api.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { maxReportLines } from '#shared/live.ts'
import { type CallExample, fileNameFor, withDays } from './call-example.ts'
import { exampleOf } from './example.ts'
import { type Field, fieldsOf, isOpen, type JsonSchema, jsonSchemaOf, sectionOf } from './fields.ts'
import { codeWords, restCodes, sectionWord } from './headings.ts'
import { procedures } from './procedures.ts'
import { fileField } from './read-multipart.ts'
import type { Route } from './route.ts'
import { contentDisposition } from './send-file.ts'
import { servedFiles } from './served-files.ts'
import { usualValues } from './usual-values.ts'

function parameter(field: Field, { params, query }: CallExample) {
  const example = field.from === 'params' ? params?.[field.name] : query?.[field.name]
  const shown = example === undefined ? {} : { example }
  return {
    name: field.name,
    in: field.from === 'params' ? 'path' : 'query',
    required: field.required,
    schema: field.schema,
    ...shown,
  }
}

function requestBody(row: Route, fields: readonly Field[], { body = {}, file }: CallExample) {
  if (row.body === 'lines') {
    const lines = Array.isArray(body) ? body : []
    const item = {
      type: 'object',
      required: ['serial', 'reportedAt'],
      properties: Object.fromEntries(feedColumns.map((name) => [name, {}])),
    }
    return {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'array', items: item, maxItems: maxReportLines }, example: lines },
          'application/x-ndjson': {
            schema: { type: 'string' },
            example: lines.map((line) => JSON.stringify(line)).join('\n'),
          },
        },
      },
    }
  }
  const inBody = fields.filter(({ from }) => from === 'body')
  if (inBody.length === 0) return {}
  const type = row.body === 'file' || row.body === 'import' ? 'multipart/form-data' : 'application/json'
  const required = inBody.filter((field) => field.required).map(({ name }) => name)
  const properties = Object.fromEntries(inBody.map(({ name, schema }) => [name, schema]))
  const object = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const schema = row.body === 'list' && properties.list ? { oneOf: [object, properties.list] } : object
  const example = file && typeof body === 'object' ? { [fileField]: file, ...body } : body
  const media = { schema, example }
  return { requestBody: { ...(required.length > 0 ? { required: true } : {}), content: { [type]: media } } }
}

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'integer', enum: [...restCodes] }, message: { type: 'string' }, data },
})

const refusalMedia = (code: number, message: string) => ({
  'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, example: { code, message, data: null } },
})

/** Refusals with a status of their own; all others have status 200 and a code. */
const refusals: readonly [number, ErrorCode][] = [
  [400, 'NOT_JSON'],
  [413, 'TOO_LARGE'],
  [429, 'TOO_MANY'],
  [500, 'INTERNAL'],
  [503, 'BUSY'],
]

/** Return the codes that an envelope of this call may contain, with their meanings. */
const codesOf = (row: Route, language: Language): string =>
  restCodes
    .flatMap((code) =>
      codeWords[code] && !(code > 50_000 && isOpen(row)) ? [`${code}: ${apiWord(language, codeWords[code])}`] : [],
    )
    .join('; ')

/** Return the content of a file call: the type of file in its example. */
function fileContent(example: CallExample, language: Language) {
  const type = example.answer?.type ?? 'application/octet-stream'
  const disposition = {
    description: 'RFC 6266',
    schema: { type: 'string' },
    example: contentDisposition(fileNameFor(example, language)),
  }
  return {
    content: { [type]: { schema: { type: 'string', contentMediaType: type } } },
    headers: { 'Content-Disposition': disposition },
  }
}

function responses(row: Route, language: Language, example: CallExample): Record<string, unknown> {
  const data = row.answer ? jsonSchemaOf(row.answer, 'output') : {}
  const answered = row.answer ? { anyOf: [data, { type: 'null' }] } : {}
  const success = {
    schema: envelope(answered),
    example: {
      code: 200,
      message: 'success',
      data: row.answer ? exampleOf(data, usualValues(sectionOf(row)), row.path.split('/').at(-1)) : null,
    },
  }
  const sentence = (code: ErrorCode) => word(language, errorTable[code].word, { problem: '-', requestId: '…' })
  const file = fileContent(example, language)
  const answer =
    row.reply === 'file'
      ? { content: { ...file.content, ...refusalMedia(400, sentence('VALIDATION')) }, headers: file.headers }
      : { content: { 'application/json': success } }
  return {
    200: { description: codesOf(row, language), ...answer },
    ...Object.fromEntries(
      refusals.map(([status, code]) => [
        status,
        { description: sentence(code), content: refusalMedia(status, sentence(code)) },
      ]),
    ),
  }
}

/** Return whether a call honours the header Idempotency-Key: a change of a signed-in caller. */
const makesOnce = (row: Route): boolean => procedures[row.procedure]._def.type === 'mutation' && !isOpen(row)

const idempotencyKey = (language: Language) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: apiWord(language, 'api.idempotencyKey'),
  schema: { type: 'string', pattern: keyPattern.source },
  example: 'order-7',
})

function operation(row: Route, language: Language, today: string) {
  const fields = fieldsOf(row)
  const example = withDays(row.example, today)
  const needs = example.needs ? `${apiWord(language, 'api.needs')} ${apiWord(language, example.needs)}` : null
  return {
    operationId: `${row.method.toLowerCase()}${row.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: [sectionWord(language, sectionOf(row))],
    summary: apiWord(language, row.title),
    description: [row.call, row.also, row.procedure, needs].filter(Boolean).join(' · '),
    parameters: [
      ...fields.filter(({ from }) => from !== 'body').map((field) => parameter(field, example)),
      ...(makesOnce(row) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestBody(row, fields, example),
    responses: responses(row, language, example),
    ...(isOpen(row) ? { security: [] } : {}),
  }
}

const text = { type: 'string' }
function servedFile({ call, path, param, example, type, title }: (typeof servedFiles)[number], language: Language) {
  const content = { [type]: { schema: { type: 'string', contentMediaType: type } } }
  const gone = word(language, errorTable.LINK_INVALID.word)
  const optional = (name: string, from: 'query' | 'header', shown: string) => ({
    name,
    in: from,
    required: false,
    schema: text,
    example: shown,
  })
  return {
    operationId: `get${path.replace(/[^A-Za-z]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: [sectionWord(language, 'attachments')],
    summary: apiWord(language, title),
    description: `${call} · ${apiWord(language, 'api.servedFile')}`,
    parameters: [
      { name: param, in: 'path', required: true, schema: text, example },
      optional('expires', 'query', '1763600000'),
      optional('signature', 'query', '…'),
      optional('Range', 'header', 'bytes=0-1023'),
    ],
    responses: {
      200: { description: apiWord(language, 'api.code.200'), content },
      206: { description: 'Range', content },
      404: { description: gone, content: refusalMedia(404, gone) },
      416: { description: 'Range' },
    },
    security: [{ cat: [] }, { xToken: [] }, {}],
  }
}

/**
 * Create the OpenAPI 3.1 document of the rows: paths, fields and answers come from the schemas that the product itself
 * uses. The days of examples are relative to `today` (YYYY-MM-DD).
 */
export function openApi(rows: readonly Route[], language: Language, today: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of rows) {
    const path = `/api${row.path.replace(/:([A-Za-z]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row, language, today) }
  }
  for (const file of servedFiles) paths[file.path] = { get: servedFile(file, language) }
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
      parameters: { IdempotencyKey: idempotencyKey(language) },
      schemas: { Refusal: envelope(jsonSchemaOf(z.null(), 'output')) },
    },
  }
}
