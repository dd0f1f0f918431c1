import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { docsPage } from '#server/rest/docs.ts'
import { exampleOf } from '#server/rest/example.ts'
import { jsonSchemaOf, sectionOf } from '#server/rest/fields.ts'
import { sectionWord } from '#server/rest/headings.ts'
import { openApi } from '#server/rest/openapi.ts'
import { routes } from '#server/rest/routes.ts'
import { usualValues } from '#server/rest/usual-values.ts'
import { documentedCalls } from './documented-calls.ts'

type Media = { example?: unknown }
type Operation = {
  parameters: { $ref?: string }[]
  description: string
  operationId: string
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content: Record<string, Media> }>
}
const operationsOf = (document: Record<string, unknown>): [string, Operation][] =>
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

describe.each(['zh', 'en'] as const)('the description of the interface in %s', (language) => {
  const document = openApi(routes, language, '2026-11-20')

  test('is valid OpenAPI 3.1', async () => {
    // The validator modifies its input.
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  })

  test('describes the header Idempotency-Key once, and refers to it for each change of a signed-in caller', () => {
    const keyed = operationsOf(document).filter(([, { parameters }]) =>
      parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
    )
    const names = new Set(keyed.map(([name]) => name))
    for (const name of ['POST /api/materialType/save', 'POST /api/device/updateDevice'])
      expect(names, name).toContain(name)
    for (const name of ['POST /api/users/actions/login', 'POST /api/device/find', 'GET /api/users/publicKey'])
      expect(names, name).not.toContain(name)
    expect(document.components).toMatchObject({
      parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false } },
    })
  })

  test('has one operation for each call, with a unique name, examples of request and response, and codes', () => {
    const operations = operationsOf(document)
    expect(operations).toHaveLength(routes.length + 3)
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length)
    const named = operations.map(([, { description }]) => description).join(' ')
    const page = docsPage(routes, language, '2026-11-20')
    expect(
      documentedCalls.map(([number]) => number).filter((number) => !named.includes(number) || !page.includes(number)),
    ).toEqual([])
    const inTable = operations.filter(([name]) => name.includes(' /api/'))
    const bare = inTable.filter(([, { requestBody, responses }]) => {
      const sent = requestBody?.content['application/json']
      const answered = responses['200']?.content
      return (
        (sent && !sent.example) ||
        !answered?.['application/json']?.example ||
        !responses['200']?.description.includes('400: ') ||
        !responses['503']
      )
    })
    expect(bare.map(([name]) => name)).toEqual([])
    expect([...new Set(routes.map(sectionOf))].filter((section) => sectionWord(language, section) === section)).toEqual(
      [],
    )
  })
})

test('shows an example of each response that the product itself would accept, without placeholders', () => {
  const wrong = routes.flatMap((row) => {
    const { method, path, answer } = row
    const example = answer
      ? exampleOf(jsonSchemaOf(answer, 'output'), usualValues(sectionOf(row)), path.split('/').at(-1))
      : null
    if (JSON.stringify(example).includes('"甲"'))
      return [`${method} ${path}: ${JSON.stringify(example).match(/"\w+":\[?"甲"/)?.[0]}`]
    const checked = answer?.safeParse(example)
    return checked && !checked.success
      ? [
          `${method} ${path}: ${checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
        ]
      : []
  })
  expect(wrong).toEqual([])
})
