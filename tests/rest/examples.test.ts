import { expect, test } from 'vitest'
import { fileNameFor } from '#server/rest/call-example.ts'
import { type Field, fieldsOf } from '#server/rest/fields.ts'
import type { Route, RowSource } from '#server/rest/route.ts'
import { routes } from '#server/rest/routes.ts'
import type { ApiWord } from '#shared/i18n/api.ts'
import { useExampleServer } from '#tests/support/example-server.ts'
import { useNeededRows } from './needed-rows.ts'

// Send every example of the documentation to the demonstration as printed: a user who copies one must not be refused.
const server = useExampleServer()
const { send } = server
const { found } = useNeededRows(server)

/** Calls that need another machine: proved by their cases. */
const elsewhere: ReadonlySet<ApiWord | undefined> = new Set([
  'api.needs.ticket',
  'api.needs.code',
  'api.needs.device',
  'api.needs.meeting',
])

const nameOf = ({ method, path }: Route) => `${method} ${path}`
/** Deletions come after reads, and calls that end a password or a company after those. */
const turnOf = ({ method, path }: Route): number => {
  if (/\/(updatePassword|changeCompany)/.test(path)) return 2
  return method === 'DELETE' || /\/(delete|logout|cancel|unshare|scrap|void)/.test(path) ? 1 : 0
}
const sent = routes
  .filter((row) => !elsewhere.has(row.example.needs))
  .sort((left, right) => turnOf(left) - turnOf(right))

test('include every required field in an example and no unknown one, and mark what it cannot know', () => {
  const wrong = routes.flatMap((row) => {
    const { params = {}, query = {}, body = {}, file, needs } = row.example
    const fields = fieldsOf(row)
    const given = { params, query, body: file ? { ...(body as object), file } : body }
    if (Array.isArray(given.body)) return []
    const isGiven = ({ from, name }: RowSource) => name in (given[from] as object)
    // A field may have other spellings, of which one is enough.
    const spellings = [...row.sources.values()]
    const isElsewhere = ({ name }: Field) =>
      spellings.some((sources) => sources.some(isGiven) && sources.some((source) => source.name === name))
    const missing = fields
      .filter((field) => field.required && !isGiven(field) && !isElsewhere(field))
      .map(({ name }) => `${name} is missing`)
    // `total` is a field of every documented list request.
    const known = new Set(
      [...fields, ...spellings.flat()].map(({ from, name }) => `${from}.${name}`).concat('body.total'),
    )
    const unknown = Object.entries(given).flatMap(([from, values]) =>
      Object.keys(values as object).filter((name) => !known.has(`${from}.${name}`)),
    )
    const unsaid =
      /<(ticket|code|key|token)>/.test(JSON.stringify(given)) && !needs ? ['a gap that nothing is said of'] : []
    return [...missing, ...unknown, ...unsaid].map((what) => `${nameOf(row)}: ${what}`)
  })
  expect(wrong).toEqual([])
})

test.each(sent.map((row) => [nameOf(row), row] as const))('%s accepts its example', async (name, row) => {
  const shown = row.example
  expect(Boolean(shown.needs), 'what is needed is found here').toBe(name in found)
  const example = { ...shown, ...(await found[name]?.(shown)) }
  const answer = await send(row, example)
  const type = answer.headers.get('content-type') ?? ''
  if (shown.answer) {
    expect([answer.status, type]).toEqual([200, shown.answer.type])
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(fileNameFor(shown, 'zh'))
    return void (await answer.arrayBuffer())
  }
  const envelope = (await answer.json()) as { code: number; message: string; data: unknown }
  expect([envelope.code, envelope.message]).toEqual([200, 'success'])
  expect(row.answer?.safeParse(envelope.data).error).toBeUndefined()
})
