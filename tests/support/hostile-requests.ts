import fc from 'fast-check'
import type { ProcedurePath } from '#server/permissions.ts'
import { fieldsOf, type JsonSchema, jsonSchemaOf } from '#server/rest/fields.ts'
import { inputSchemaOf, procedures } from '#server/rest/procedures.ts'
import type { Route } from '#server/rest/route.ts'
import { bodyTypes, hostileBodies, hostileParts, hostileValues } from './hostile-values.ts'
import { exampleOf } from './schema-example.ts'

/** A request as sent; `body` null = none. */
export type HostileRequest = { method: string; path: string; body: string | null; type: string; signedIn: boolean }
type Place = readonly (string | number)[]

/** Return every path inside a value, including its root. */
const placesOf = (value: unknown, at: Place = []): Place[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))
    : []),
]

/** Return the JSON of a value with `text`, unquoted, at one of its paths. */
function withText(value: unknown, place: Place, text: string): string {
  const [key, ...rest] = place
  if (key === undefined) return text
  const inner = (name: string, held: unknown) =>
    name === String(key) ? withText(held, rest, text) : JSON.stringify(held)
  if (Array.isArray(value)) return `[${value.map((held, index) => inner(String(index), held)).join(',')}]`
  return `{${Object.entries(value as object)
    .map(([name, held]) => `${JSON.stringify(name)}:${inner(name, held)}`)
    .join(',')}}`
}

const optionals = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]))
const hostileValue = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.json() },
)

/** Make one value of an otherwise valid body hostile: of the smallest body, or of one with every field. */
function spoiled(properties: Record<string, JsonSchema>, required: readonly string[]): fc.Arbitrary<string> {
  const whole = optionals(properties)
  const smallest = Object.fromEntries(Object.entries(whole).filter(([name]) => required.includes(name)))
  const smallPlaces = [...Object.keys(properties).map((name) => [name]), ...placesOf(smallest)]
  const wholePlaces = placesOf(whole)
  return fc.oneof(
    fc.record({ place: fc.constantFrom(...smallPlaces), text: hostileValue }).map(({ place, text }) => {
      const [first = ''] = place
      return withText(place.length > 0 ? { ...smallest, [first]: smallest[first] ?? null } : smallest, place, text)
    }),
    fc
      .record({ place: fc.constantFrom(...wholePlaces), text: hostileValue })
      .map(({ place, text }) => withText(whole, place, text)),
    fc.constantFrom(JSON.stringify(smallest), JSON.stringify(whole)),
  )
}

const allNames = [
  ...new Set(
    (Object.keys(procedures) as ProcedurePath[]).flatMap((path) => Object.keys(schemaOf(path)?.properties ?? {})),
  ),
  '__proto__',
  'token',
  'companyid',
]
/** Fields of any call with odd values; or JSON of any shape; or no JSON at all. */
const strange = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .dictionary(fc.constantFrom(...allNames), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
      .map((body) => JSON.stringify(body)),
  },
  { weight: 3, arbitrary: fc.constantFrom(...hostileBodies) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

const boundary = 'coldfleet'
const formOf = (name: string, fileName: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n--${boundary}--\r\n`
/** Forms with a file, complete and broken. */
const form = fc
  .record({
    name: fc.constantFrom('file', 'other', '__proto__', '', 'x'.repeat(200)),
    fileName: fc.constantFrom('a.png', '../../a.png', '', 'a.csv', 'a.json', '\u0000.png', 'x'.repeat(5_000)),
    content: fc.oneof(
      fc.constantFrom(
        '',
        '\x89PNG\r\n\x1a\n',
        'GIF89a',
        '<svg/>',
        '[{}]',
        '=1+1,2\r\n',
        '{"devices":[{}]}',
        'x'.repeat(100_000),
      ),
      strange,
    ),
    cut: fc.option(fc.nat({ max: 300 }), { freq: 4 }),
  })
  .map(({ name, fileName, content, cut }) => formOf(name, fileName, content).slice(0, cut ?? undefined))

const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileParts) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12 }).map(escaped) },
)
function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}
const signedIn = fc.integer({ min: 0, max: 9 }).map((drawn) => drawn > 0)

/** Return attacks on a row of the documented interface. */
export function hostileRequest(row: Route): fc.Arbitrary<HostileRequest> {
  const fields = fieldsOf(row)
  const inBody = fields.filter(({ from }) => from === 'body')
  const names = fields.filter(({ from }) => from === 'query').map(({ name }) => name)
  const spoiledBody = spoiled(
    Object.fromEntries(inBody.map(({ name, schema }) => [name, schema])),
    inBody.filter(({ required }) => required).map(({ name }) => name),
  )
  const query = fc.oneof(
    fc.constant(''),
    fc
      .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'a', 'page'), part), { maxLength: 3 })
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
    fc.webQueryParameters(),
  )
  const path = fc.tuple(fc.oneof(fc.constant('1'), part), fc.oneof(fc.constant('1'), part)).map(([first, second]) => {
    let found = 0
    return row.path.replace(/:\w+/g, () => {
      found += 1
      return found === 1 ? first : second
    })
  })
  const takesFile = row.body === 'file' || row.body === 'import'
  const body = takesFile
    ? fc.tuple(
        fc.oneof({ weight: 3, arbitrary: form }, strange),
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
          fc.constantFrom(...bodyTypes),
        ),
      )
    : fc.tuple(
        fc.oneof({ weight: 3, arbitrary: spoiledBody }, strange),
        fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constantFrom(...bodyTypes)),
      )
  return fc.record({ path, query, body, signedIn }).map(({ path, query, body: [text, type], signedIn }) => ({
    method: row.method,
    path: `/api${path}${query ? `?${query}` : ''}`,
    body: row.method === 'GET' ? null : text,
    type,
    signedIn,
  }))
}

function schemaOf(path: ProcedurePath): JsonSchema | null {
  const input = inputSchemaOf(path)
  return input ? jsonSchemaOf(input, 'input') : null
}

/** Return attacks on a procedure, alone and in batches, by its correct method and by the other. */
export function hostileCall(path: ProcedurePath): fc.Arbitrary<HostileRequest> {
  const schema = schemaOf(path)
  const input = fc.oneof({ weight: 3, arbitrary: spoiled(schema?.properties ?? {}, schema?.required ?? []) }, strange)
  const right = procedures[path]._def.type === 'mutation' ? 'POST' : 'GET'
  const method = fc.integer({ min: 0, max: 9 }).map((drawn) => (drawn > 0 ? right : right === 'GET' ? 'POST' : 'GET'))
  // Texts: a literal type for each pair of procedures would be an eighth of all types of the project.
  const batches: string[] = [
    `${path},${path}`,
    `${path},,,,`,
    `,${path}`,
    Array.from({ length: 11 }, () => path).join(','),
  ]
  const address = fc.oneof(
    { weight: 12, arbitrary: fc.constant({ path: `/trpc/${path}`, batch: false }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...batches).map((paths) => ({ path: `/trpc/${paths}`, batch: true })),
    },
    { weight: 1, arbitrary: part.map((odd) => ({ path: `/trpc/${path}${odd}`, batch: false })) },
  )
  const type = fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constantFrom(...bodyTypes))
  return fc
    .record({ address, method, input, odd: part, encoded: fc.integer({ min: 0, max: 9 }), type, signedIn })
    .map((drawn) => {
      const sent = drawn.address.batch ? `{"0":${drawn.input},"1":${drawn.input}}` : drawn.input
      // Longer ones end at the header limit, before any of our code.
      const inQuery = drawn.encoded === 0 ? drawn.odd : escaped(sent).slice(0, 6_000)
      const query = [drawn.address.batch ? 'batch=1' : '', drawn.method === 'GET' ? `input=${inQuery}` : '']
        .filter(Boolean)
        .join('&')
      return {
        method: drawn.method,
        path: `${drawn.address.path}${query ? `?${query}` : ''}`,
        body: drawn.method === 'GET' ? null : sent,
        type: drawn.type,
        signedIn: drawn.signedIn,
      }
    })
}
