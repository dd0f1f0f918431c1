import { describe, expect, test } from 'vitest'
import { type Sent, useTrpcDoor } from '#tests/support/trpc-door.ts'

const { send, made } = useTrpcDoor()

const eleven = Array.from({ length: 11 }, () => 'auth.branding').join(',')
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`
const escapedInput = (text: string) => encodeURIComponent(text)

const refusals: [what: string, sent: Sent, status: number, code: string, message: string][] = [
  [
    'an address that does not decode',
    { path: '%E0%A4%A' },
    400,
    'BAD_REQUEST',
    'Please check the input: path (the percent-encoding is broken)',
  ],
  ['an unknown procedure', { path: 'devices.unknown' }, 404, 'NOT_FOUND', 'There is nothing at this address'],
  [
    'an unknown procedure below another',
    { path: 'x/auth.branding' },
    404,
    'NOT_FOUND',
    'There is nothing at this address',
  ],
  [
    'the wrong method',
    { path: 'devices.find', body: '{}' },
    405,
    'METHOD_NOT_SUPPORTED',
    'This address does not accept that method: send queries by GET and changes by POST',
  ],
  [
    'a method that nobody knows',
    { path: 'devices.find', method: 'TRACE' },
    404,
    'NOT_FOUND',
    'There is nothing at this address',
  ],
  [
    'too many calls at once',
    { path: `${eleven}?batch=1` },
    400,
    'BAD_REQUEST',
    'Please check the input: batch (at most 10 calls at once)',
  ],
  [
    'a guess in company',
    { path: 'auth.login,auth.login?batch=1', body: '{}' },
    400,
    'BAD_REQUEST',
    'Please check the input: batch (holds a call that must be sent alone)',
  ],
  [
    'a stream in company',
    { path: 'feeds.watch,feeds.watch?batch=1' },
    400,
    'BAD_REQUEST',
    'Please check the input: batch (holds a call that must be sent alone)',
  ],
  [
    'questions with changes',
    { path: 'auth.info,auth.logout?batch=1' },
    400,
    'BAD_REQUEST',
    'Please check the input: batch (queries and changes do not go together)',
  ],
  [
    'a body that is not JSON',
    { path: 'users.save', body: '{"name":' },
    400,
    'PARSE_ERROR',
    'The request is not valid JSON',
  ],
  [
    'bytes that are no text',
    { path: 'users.save?batch=1', body: '{"0":"\ud800' },
    400,
    'PARSE_ERROR',
    'The request is not valid JSON',
  ],
  ['an input that is not JSON', { path: 'devices.find?input={' }, 400, 'PARSE_ERROR', 'The request is not valid JSON'],
  [
    'a body that is too large',
    { path: 'users.save', body: `"${'x'.repeat(1_100_000)}"` },
    413,
    'PAYLOAD_TOO_LARGE',
    'The data sent is too large: at most 1 MB unpacked',
  ],
  [
    'a form',
    { path: 'users.save', body: 'a=1', type: 'multipart/form-data; boundary=x' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Type: multipart/form-data; boundary=x is not accepted; accepted: application/json',
  ],
  [
    'a stream of bytes',
    { path: 'users.save', body: 'a=1', type: 'application/octet-stream' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Type: application/octet-stream is not accepted; accepted: application/json',
  ],
  [
    'an unknown packing',
    { path: 'users.save', body: '{}', headers: { 'content-encoding': 'compress' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Encoding: compress is not accepted; accepted: gzip, deflate, br',
  ],
  [
    'an object of too many fields',
    { path: 'users.save', body: keys(1_001) },
    400,
    'BAD_REQUEST',
    'Please check the input: body (at most 1,000 fields)',
  ],
  [
    "a stranger's object of too many fields",
    { path: 'auth.login', body: keys(101) },
    400,
    'BAD_REQUEST',
    'Please check the input: body (at most 100 fields)',
  ],
  [
    'an address of too many fields',
    { path: `devices.find?input=${escapedInput(keys(201))}` },
    400,
    'BAD_REQUEST',
    'Please check the input: body (at most 200 fields)',
  ],
  [
    'a list of too many values',
    { path: 'users.save', body: `[${'1,'.repeat(50_001)}1]` },
    400,
    'BAD_REQUEST',
    'Please check the input: body (at most 50,000 values)',
  ],
  [
    'nesting without end',
    { path: 'users.save', body: '{"a":'.repeat(20_000) },
    400,
    'BAD_REQUEST',
    'Please check the input: body (at most 32 levels of nesting)',
  ],
  [
    'a field written twice',
    { path: 'users.save', body: '{"name":"a","name":"b"}' },
    400,
    'BAD_REQUEST',
    'Please check the input: name (appears twice)',
  ],
]

describe("refusals of the tRPC door in tRPC's envelope and the caller's language", () => {
  test.each(refusals)('%s', async (_what, sent, status, code, message) => {
    const answer = await send(sent)
    expect(answer.type).toContain('application/json')
    expect(answer.errors.map((error) => [error.data.code, error.data.httpStatus, error.message])).toEqual(
      answer.errors.map(() => [code, status, message]),
    )
    expect(answer.status).toBe(status)
    for (const { code: number } of answer.errors) expect(number).toBeLessThan(-32_000)
    const chinese = await send({ ...sent, headers: { ...sent.headers, 'x-locale': 'zh' } })
    for (const error of chinese.errors) expect(error.message).toMatch(/\p{Script=Han}/u)
  })

  test('Refuse each call of a batch by itself when their body is refused', async () => {
    const { status, errors } = await send({ path: 'users.save,users.update?batch=1', body: '{' })
    expect([status, errors.map(({ data }) => data.appCode)]).toEqual([400, ['NOT_JSON', 'NOT_JSON']])
  })

  test('Refuse one call of a batch, and answer the other', async () => {
    const { status, errors } = await send({
      path: 'auth.publicKey,users.profile?batch=1&input=%7B%7D',
      headers: { 'x-token': '' },
    })
    expect([status, errors.map((error) => error?.data.appCode)]).toEqual([207, [undefined, 'TOKEN_UNKNOWN']])
  })
})

describe('requests of a tRPC client', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${made.server.url}/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': 'terminal', ...headers },
      body,
    })

  test('Stream line by line only for a batch that requests it', async () => {
    const lines = await post('auth.logout?batch=1', '{"0":{}}', { 'trpc-accept': 'application/jsonl' })
    expect(lines.headers.get('transfer-encoding')).toBe('chunked')
    expect((await lines.text()).trim().split('\n').length).toBeGreaterThan(1)
    const alone = await post('auth.logout', '{}', { 'trpc-accept': 'application/jsonl' })
    expect(await alone.json()).toHaveProperty('result')
  })

  test('Compress a long response for a client that accepts it, and no short one', async () => {
    const cities = 'cities.names,cities.names,cities.names?batch=1&input=%7B%7D'
    const read = (path: string, accepted: string) =>
      fetch(`${made.server.url}/trpc/${path}`, { headers: { 'x-token': 'terminal', 'accept-encoding': accepted } })
    const [plain, packed, short] = await Promise.all([
      read(cities, 'identity'),
      read(cities, 'gzip'),
      read('auth.branding', 'gzip'),
    ])
    const encodings = [plain, packed, short].map(({ headers }) => headers.get('content-encoding'))
    expect(encodings).toEqual([null, 'gzip', null])
    expect(packed.headers.get('vary')).toContain('Accept-Encoding')
    const [length, saved] = [plain, packed].map(({ headers }) => Number(headers.get('content-length')))
    expect(saved).toBeLessThan((length ?? 0) / 2)
    expect(await packed.json()).toEqual(await plain.json())
  })

  test('Send a complete response, so that the connection serves the next call', async () => {
    const answer = await post('auth.logout', '{}')
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(10)
    expect(answer.headers.get('connection')).toBe('keep-alive')
  })
})

test('Report why a stream cannot start in the status of its refusal', async () => {
  const answer = await fetch(`${made.server.url}/trpc/feeds.watch?input=${escapedInput('{"id":"unknown"}')}`, {
    headers: { 'x-token': 'terminal', 'x-locale': 'en', accept: 'text/event-stream' },
  })
  const told = /event: serialized-error\ndata: (.*)/.exec(await answer.text())?.[1]
  expect(JSON.parse(told ?? 'null')).toMatchObject({
    code: -32_004,
    data: { code: 'NOT_FOUND', httpStatus: 404, appCode: 'NOT_FOUND' },
  })
})
