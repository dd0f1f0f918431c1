import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProcedurePath, permissions, ruleOf } from '#server/permissions.ts'
import { procedures } from '#server/rest/procedures.ts'
import { routes } from '#server/rest/routes.ts'
import { createAudit } from '#server/services/audit.ts'
import { useDatabase } from './support/database.ts'
import { buildCompany, buildHeadquarters, buildUser } from './support/factories.ts'
import { type Answered, sendHalf } from './support/half-sent.ts'
import { openSocket } from './support/open-socket.ts'
import { startWholeServer, type WholeServer } from './support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const paths = Object.keys(permissions) as ProcedurePath[]
let server: WholeServer

/** Three refused callers: an anonymous one, a user without a role, and a program that may only read. */
const callers = ['anonymous', 'none', 'reader'] as const
type Caller = (typeof callers)[number]
const token: Record<Caller, string> = { anonymous: '', none: 'token-of-none', reader: 'token-of-a-reader' }
const headersOf = (caller: Caller): Record<string, string> =>
  caller === 'anonymous' ? {} : { 'x-token': token[caller] }

beforeAll(async () => {
  const base = await buildCompany(database.db)
  const people = {
    none: await buildUser(database.db, { nick_name: null, company_id: base.id }),
    reader: await buildUser(database.db, { nick_name: '管理层' }),
  }
  await buildHeadquarters(database.db)
  for (const caller of ['none', 'reader'] as const) {
    await database.db
      .insertInto('session')
      .values({
        token_hash: createHash('sha256').update(token[caller]).digest(),
        user_id: people[caller].id,
        company_id: people[caller].company_id,
        kind: 'script',
        scope: caller === 'reader' ? 'read' : 'full',
        expires_at: new Date(Date.now() + 1e12),
      })
      .execute()
  }
  server = await startWholeServer(database, { config: { LOG_LEVEL: 'error' }, services: { audit: createAudit() } })
})
afterAll(() => server?.stop())

/**
 * A second implementation of the rule: return the refusal of a caller before the body is read, null if the call is
 * allowed.
 */
function refusalFor(path: ProcedurePath, caller: Caller): string | null {
  const rule = ruleOf(path)
  // Nobody is refused here, and nobody needs such a large body.
  if (rule.anonymous === 'open') return 'TOO_LARGE'
  if (caller === 'anonymous') return 'TOKEN_UNKNOWN'
  if (caller === 'none') return rule.reach.none ? null : 'FORBIDDEN'
  return procedures[path]._def.type === 'mutation' || !rule.reach.manager ? 'FORBIDDEN' : null
}

/** Calls that are refused in a batch, before the caller is checked. */
const sentAlone =
  /^(auth\.(login|loginByTicket|refresh|sendCode|resetPassword|register|updatePassword|createToken)|feeds\.watch)$/
const restCodes: Record<string, number> = { TOO_LARGE: 413, TOKEN_UNKNOWN: 50008, FORBIDDEN: 403 }

/** Run some at a time, each on its own connection. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const turn = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, turn))
}

describe.each(callers)('a refused call of %s is answered without its body', (caller) => {
  const send = (method: string, path: string): Promise<Answered> =>
    sendHalf(server.url + path, { method, headers: headersOf(caller) })

  test('at every row of the documented interface', async () => {
    const differences: string[] = []
    let refused = 0
    await inTurns(routes, async (row) => {
      const wanted = refusalFor(row.procedure, caller)
      if (wanted === null) return
      refused += 1
      const { text, closes } = await send(row.method, `/api${row.path.replace(/:\w+/g, '999999')}`)
      if (!text.startsWith(`{"code":${restCodes[wanted]},`) || !closes)
        differences.push(`${row.method} ${row.path}: ${text.slice(0, 100)} instead of ${wanted}`)
    })
    expect(differences).toEqual([])
    expect(refused).toBeGreaterThan(caller === 'anonymous' ? 140 : 40)
  })

  test('at every procedure, alone and in a batch, by the right and the wrong method', async () => {
    const differences: string[] = []
    await inTurns(paths, async (path) => {
      const wanted = refusalFor(path, caller)
      const isChange = procedures[path]._def.type === 'mutation'
      const check = async (method: string, address: string, expected: string) => {
        const { text } = await send(method, address)
        const said = [...text.matchAll(/"appCode":"(\w+)"/g)].map(([, code]) => code)
        if (said.length === 0 || said.some((code) => code !== expected))
          differences.push(`${method} ${address}: ${text.slice(0, 200)} instead of ${expected}`)
      }
      // A query has no body to wait for, and a mutation does not accept GET: an authorized caller is refused, too.
      if (caller === 'anonymous') await check(isChange ? 'GET' : 'POST', `/trpc/${path}`, 'UNKNOWN_PATH')
      if (wanted === null) return
      // An open query is not refused: it answers, and the body stays unread.
      if (!isChange && wanted === 'TOO_LARGE') return void (await send('GET', `/trpc/${path}`))
      await check(isChange ? 'POST' : 'GET', `/trpc/${path}`, wanted)
      if (caller === 'anonymous')
        await check(
          isChange ? 'POST' : 'GET',
          `/trpc/${path},${path}?batch=1`,
          sentAlone.test(path) ? 'VALIDATION' : wanted,
        )
    })
    expect(differences).toEqual([])
  })
})

test('log a refusal with its subject, as far as the address gives it', async () => {
  const { last } = await database.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await sendHalf(`${server.url}/api/device/scrap/77`, { method: 'POST', headers: headersOf('none') })
  await sendHalf(`${server.url}/trpc/devices.scrap`, { method: 'POST', headers: headersOf('none') })
  const rows = await database.db
    .selectFrom('audit_log')
    .select(['action', 'target_id', 'result'])
    .where('id', '>', last ?? 0)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'devices.scrap', target_id: '77', result: 'denied' },
    { action: 'devices.scrap', target_id: null, result: 'denied' },
  ])
})

const socketTo = (bytes: string | Buffer) => openSocket(server.url, bytes)
const head = (more: string, path = '/api/device/import', caller: Caller = 'none') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${caller === 'anonymous' ? '' : `X-Token: ${token[caller]}\r\n`}${more}\r\n`

describe('the connection of a refused body', () => {
  test('delivers its response to a sender who keeps sending, and is closed', async () => {
    const { answer, closed, write, end } = socketTo(head('Content-Length: 3000000\r\n'))
    for (let piece = 0; piece < 12; piece += 1) write(Buffer.alloc(100_000))
    expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close[\s\S]*"code":403/i)
    for (let piece = 0; piece < 6; piece += 1) write(Buffer.alloc(100_000))
    await closed
    end()
  })

  test('is cut if its sender neither stops nor leaves', async () => {
    const { answer, write, end } = socketTo(head('Transfer-Encoding: chunked\r\n'))
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    expect(await answer).toContain('"code":403')
    // Two megabytes are read and dropped; the rest only fills the buffers of both systems.
    let sent = 0
    while (write(piece) && sent < 1_000) sent += 1
    expect(sent).toBeLessThan(1_000)
    end()
  })

  test('is kept, and serves the next request, if the body is small', async () => {
    const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const { closed, answer } = socketTo(`${head('Content-Length: 20\r\n')}${'x'.repeat(20)}${next}`)
    await closed
    const text = await answer
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(2)
    expect(text).toContain('"code":403')
  })

  test('returns the refusal to a sender who asks before sending, and "continue" only for a wanted body', async () => {
    const asking = 'Expect: 100-continue\r\nContent-Length: 30\r\n'
    for (const caller of ['none', 'anonymous'] as const) {
      const refused = await socketTo(head(asking, '/api/device/import', caller)).answer
      expect(refused).toMatch(/^HTTP\/1.1 200 /)
      expect(refused).not.toContain(' 100 ')
    }
    const welcome = socketTo(head(asking, '/api/users/actions/login', 'anonymous'))
    await expect.poll(welcome.text).toMatch(/^HTTP\/1.1 100 /)
    welcome.write(Buffer.from('{"userName":"a","password":""}'))
    await expect.poll(welcome.text).toContain('"code":400')
    welcome.end()
  })
})

describe('a body of an authorized caller', () => {
  const post = (path: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': 'terminal', 'x-locale': 'en', ...headers },
      body: typeof body === 'string' ? body : Uint8Array.from(body),
    })
  const packed = { 'content-encoding': 'gzip' }

  test.each(['/api/device/updateDevice', '/api/device/import', '/trpc/feeds.update'])(
    '%s stops decompressing at an excessive ratio',
    async (path) => {
      const bomb = gzipSync(`{"dryRun":true,"devices":[${'{"serial":"S1","hashRate":20},'.repeat(400_000)}{}]}`)
      const answer = await post(path, bomb, packed)
      expect(answer.status).toBe(413)
      expect(await answer.text()).toContain('The data sent is too large')
    },
  )

  test('is refused above the size limit of its call, counted decompressed, whatever its encoding', async () => {
    const large = JSON.stringify({
      serial: Array.from({ length: 60_000 }, (_, index) => index.toString(36).padStart(20, '0')).join(' '),
    })
    expect((await post('/api/device/find', gzipSync(large), packed)).status).toBe(413)
    expect((await post('/trpc/users.save', gzipSync(large), packed)).status).toBe(413)
  })

  test.each([
    ['gzip, gzip', '/api/device/find'],
    ['zstd', '/api/device/find'],
    ['compress', '/trpc/users.save'],
  ])('packed with %s is refused as an unsupported encoding', async (encoding, path) => {
    const answer = await post(path, '{}', { 'content-encoding': encoding })
    expect(answer.status).toBe(415)
    expect(await answer.text()).toContain('accepted: gzip, deflate, br')
  })

  test('that does not match its declared encoding is not JSON', async () => {
    expect((await post('/api/device/find', '{}', packed)).status).toBe(400)
    expect((await post('/api/device/find', gzipSync('{}').subarray(0, 12), packed)).status).toBe(400)
    expect((await post('/api/device/find', gzipSync('{}'), packed)).status).toBe(200)
  })
})
