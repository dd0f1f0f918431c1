import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#server/rest/routes.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { type RestServer, startRest } from '#tests/support/rest-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: RestServer
beforeAll(async () => {
  await buildDevice(database.db, {})
  server = await startRest(database.db)
})
afterAll(() => server.close())

type Answer = { status: number; body: string }

/** fetch would tidy the path; this sends it as it is. */
function send(method: string, path: string, body: string | Buffer | null, type = 'application/json', token = 'terminal'): Promise<Answer> {
  const { hostname, port, pathname } = new URL(server.address)
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `cat ${token}`, ...(body === null ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }) }
    const sent = request({ hostname, port, method, path: pathname + path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

const leaks = /\bat .*\.(ts|js):\d+|node_modules|select .* from|\/src\//i
function expectCalm({ status, body }: Answer, what: string): void {
  expect(status, `${what} → ${body}`).toBeLessThan(500)
  expect(body, what).not.toMatch(leaks)
  if (body.startsWith('{')) expect(Object.keys(JSON.parse(body) as object), what).toEqual(['code', 'message', 'data'])
}

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
/** Body → the HTTP status that it must have; every one is refused with a code of 400. */
const malformed: [string, string | Buffer, number][] = [
  ['a broken object', '{"page":', 400],
  ['words', 'not json', 400],
  ['XML', '<a/>', 400],
  ['a form', 'page=1&size=20', 400],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['NaN', '{"page":NaN}', 400],
  ['an array', '[1,2]', 200],
  ['a number', '7', 200],
  ['null', 'null', 200],
  ['a key written twice', '{"page":1,"page":2}', 200],
  ['a key written twice in two spellings', '{"page":1,"p\\u0061ge":2}', 200],
  ['nesting of 20,000', deep(20_000), 200],
  ['nested arrays', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 200],
  ['__proto__', '{"__proto__":{"admin":true}}', 200],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', 200],
  ['a number beyond all bounds', '{"page":1e309}', 200],
  ['a NUL', '{"serial":"a\\u0000b"}', 200],
  ['half of a surrogate pair', '{"serial":"\\ud800"}', 200],
  ['a wrong type', '{"page":{"gt":0}}', 200],
  ['an unknown state', '{"state":"fine"}', 200],
  ['an id beyond 32 bits', '{"siteId":2147483648}', 200],
]
test.each(malformed)('%s is refused as bad input', async (_, body, status) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data', '']) {
    const answer = await send('POST', '/device/find', body, type)
    expect([answer.status, (JSON.parse(answer.body) as { code: number }).code]).toEqual([status, 400])
    expectCalm(answer, String(body).slice(0, 60))
  }
})

test('an empty body, or none, counts as no filters', async () => {
  for (const body of ['', '   ', '{}', null])
    expect(JSON.parse((await send('POST', '/device/find', body)).body)).toMatchObject({ code: 200, data: { totalCount: 1 } })
})

test('a body of more than a megabyte is too large', async () => {
  const answer = await send('POST', '/device/find', JSON.stringify({ serial: 'x'.repeat(1_100_000) }))
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([413, { code: 413, data: null }])
})

test('a path or query that nobody can mean is refused', async () => {
  for (const path of [
    '/device/getById/%ZZ',
    '/device/getById/%00',
    '/device/getById/-1',
    '/device/getById/1e3',
    '/deviceDaily/getLastDate?a=1&a=2',
    '/deviceDaily/getLastDate?__proto__=1',
    '/deviceDaily/getLastDate?a=%E0%A4%A',
  ]) {
    const answer = await send('GET', path, null)
    expect([answer.status, (JSON.parse(answer.body) as { code: number }).code], path).toEqual([200, 400])
  }
})

const oddValue = fc.oneof(
  fc.constantFrom(
    '',
    null,
    -1,
    0,
    2_147_483_648,
    '%',
    '*',
    "' or 1=1 --",
    '1 ',
    '01',
    '١',
    true,
    [],
    {},
    [1, 2],
    { gt: 0 },
    '\u0000',
    '\ud800',
    '2026-13-45',
    'x'.repeat(70_000),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
)
const knownFields = [
  'companyId',
  'clientId',
  'accountId',
  'siteId',
  'type',
  'state',
  'repairTimes',
  'serial',
  'activeWorkerState',
  'name',
  'page',
  'size',
  'orderColumn',
  'orderWay',
  'businessDateQuery',
  'reservePeriod',
  'basis',
  'format',
  'columns',
  'userName',
  'password',
  'companyid',
  'token',
  'id',
  'devices',
  'content',
  'fileName',
  'dryRun',
  'projectName',
  'city',
  'coldStorageUsage',
  'designTemperature',
  'door1Status',
  'zeroConfirmed',
  'coldStorageImages',
  'mainImage',
  'rowVersion',
  'search',
  'exportStatus',
  'userId',
]
const oddBody = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...knownFields), oddValue, { maxKeys: 4 }).map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const segment = fc
  .oneof(fc.constantFrom('0', '-1', '1', '01', '2147483648', 'null', '*', '%25', '%2e%2e', '..', 'state'), fc.string({ maxLength: 12 }).map(encodeURIComponent))
  .filter((text) => text !== '')

test.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s survives whatever is sent to it',
  async (name, row) => {
    await fc.assert(
      fc.asyncProperty(oddBody, segment, fc.option(fc.webQueryParameters(), { nil: '' }), fc.boolean(), async (body, part, query, signedIn) => {
        const path = `${row.path.replace(/:\w+/g, part)}${query ? `?${query}` : ''}`
        expectCalm(
          await send(row.method, path, row.method !== 'GET' ? body : null, 'application/json', signedIn ? 'terminal' : ''),
          `${name} ${body.slice(0, 200)}`,
        )
      }),
      { numRuns: 60 },
    )
  },
  60_000,
)

test('none of it was a defect', () => {
  expect(server.defects).toEqual([])
})
