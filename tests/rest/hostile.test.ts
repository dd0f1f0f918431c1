import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProcedurePath, permissions } from '#server/permissions.ts'
import { routes } from '#server/rest/routes.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { fakeReports } from '#tests/support/engineer.ts'
import { buildDevice, buildHeadquarters } from '#tests/support/factories.ts'
import { type HostileRequest, hostileCall, hostileRequest } from '#tests/support/hostile-requests.ts'
import { faultOf, rawSender } from '#tests/support/send-raw.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: WholeServer
let sender: ReturnType<typeof rawSender>
beforeAll(async () => {
  await buildHeadquarters(database.db)
  await buildDevice(database.db, {})
  // An import with only refused lines is still an import, and cleans up after itself.
  server = await startWholeServer(database, {
    config: { LOG_LEVEL: 'error' },
    services: {
      jobs: createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null }),
      reports: fakeReports(),
    },
  })
  sender = rawSender(server.url)
})
afterAll(() => {
  sender.close()
  return server.stop()
})

type Answer = { status: number; body: string }

const send = (method: string, path: string, body: string | Buffer | null, type = 'application/json'): Promise<Answer> =>
  sender.send({ method, path: `/api${path}`, body, type, token: 'terminal' })

const leaks = /\bat .*\.(ts|js):\d+|node_modules|select .* from|\/src\//i
function expectCalm({ status, body }: Answer, what: string): void {
  expect(status, `${what} → ${body}`).toBeLessThan(500)
  expect(body, what).not.toMatch(leaks)
  if (body.startsWith('{')) expect(Object.keys(JSON.parse(body) as object), what).toEqual(['code', 'message', 'data'])
}

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
/** Body → its HTTP status; every one is refused with a code of 400. */
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

test('read an empty body, or none, as no filters', async () => {
  for (const body of ['', '   ', '{}', null])
    expect(JSON.parse((await send('POST', '/device/find', body)).body)).toMatchObject({
      code: 200,
      data: { totalCount: 1 },
    })
})

test('refuse a body of more than a megabyte as too large', async () => {
  const answer = await send('POST', '/device/find', JSON.stringify({ serial: 'x'.repeat(1_100_000) }))
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([413, { code: 413, data: null }])
})

test('refuse an impossible path or query', async () => {
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
    // An undecodable path is refused before the call is looked up.
    const status = path.includes('%ZZ') ? 400 : 200
    expect([answer.status, (JSON.parse(answer.body) as { code: number }).code], path).toEqual([status, 400])
  }
})

/**
 * Different inputs every day; a failure reports its seed, and `npx tsx scripts/fuzz.ts` sends hundreds of them to each
 * call.
 */
const seed = Math.floor(Date.now() / 86_400_000)
const survives = async (requests: fc.Arbitrary<HostileRequest>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(requests, async (input) => {
      expect(
        faultOf(await sender.send({ ...input, token: input.signedIn ? 'terminal' : '' }), input.path, 10_000),
      ).toBeNull()
    }),
    { numRuns, seed },
  )

test.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s survives any REST request',
  async (_, row) => survives(hostileRequest(row), 6),
  60_000,
)

test.each(Object.keys(permissions) as ProcedurePath[])(
  '%s survives any tRPC request',
  async (path) => survives(hostileCall(path), 2),
  60_000,
)

test('report no defect for any of them', () => {
  expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
