import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/logger.ts'
import { type AuditEntry, createAudit } from '#server/services/audit.ts'
import { createOwnLeases } from '#server/services/jobs/leases.ts'
import { createLimits } from '#server/services/sign-in/sign-in-limits.ts'
import { createSms, type SmsMessage } from '#server/services/sign-in/sms.ts'
import { testNow } from './support/context.ts'
import { useDatabase } from './support/database.ts'
import { fakeReports } from './support/engineer.ts'
import { buildHeadquarters, buildUser } from './support/factories.ts'
import { pngPicture } from './support/pictures.ts'
import { exampleA } from './support/projects.ts'
import { keys, passwordHash, passwords, testPassword, wrapped } from './support/sign-in.ts'
import { startWholeServer, type WholeServer } from './support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-log-'))
const given = {
  typed: 'Wrong#Pass99',
  chosen: 'Frost#Pine88',
  phone: '13800000001',
  newPhone: '13900000009',
  idNo: '11010519491231002X',
  row: 'Key (phone)=(x)',
}
const sent: SmsMessage[] = []
/** All secrets of the session so far. */
const secrets = new Set<string>([testPassword, ...Object.values(given)])
const refusals: string[] = []
let server: WholeServer

beforeAll(async () => {
  await buildHeadquarters(database.db)
  await buildUser(database.db, { user_name: 'boss', phone: given.phone, password_hash: await passwordHash() })
  const { write, denied } = createAudit()
  // A database error contains the row that it is about: the log must not.
  const failing = async (...[db, actor, entry]: Parameters<typeof write>): Promise<void> => {
    if (entry.action === ('attachments.delete' satisfies AuditEntry['action']))
      throw Object.assign(new Error('of the database'), { detail: given.row, where: given.row })
    await write(db, actor, entry)
  }
  const sms = createSms({
    webhookUrl: null,
    dataDir,
    logger: createLogger({ logLevel: 'debug' }, { write: (line) => server.lines.push(line) }),
    clock: () => testNow,
  })
  const rotate: typeof keys.rotate = async (record) => {
    await record('next')
    return { keyId: 'next', previousUntil: testNow }
  }
  const limits = createLimits({
    db: database.db,
    clock: () => testNow,
    leases: createOwnLeases(),
    delay: async () => undefined,
  })
  const handOver = (message: SmsMessage) => {
    sent.push(message)
    sms.send(message)
  }
  const outside = { sms: { ...sms, send: handOver }, reports: fakeReports() }
  const inside = { keys: { ...keys, rotate }, passwords, limits, audit: { write: failing, denied } }
  server = await startWholeServer(database, { services: { ...inside, ...outside } })
  for (const secret of [await passwordHash(), keys.terminalToken, keys.pepper.toString('hex')]) secrets.add(secret)
})
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const secret = (text: string): string => {
  secrets.add(text)
  return text
}
const cipher = (text: string) => secret(wrapped(text))

async function send(path: string, body?: unknown, token = '', more: Record<string, string> = {}) {
  const form = body instanceof FormData
  const headers = {
    ...(form ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `cat ${token}` } : {}),
    ...more,
  }
  const payload = form || typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: payload }),
  })
  const text = await answer.text()
  const json = text.startsWith('{')
    ? (JSON.parse(text) as {
        code?: number
        error?: unknown
        data?: Record<string, unknown>
        result?: { data: Record<string, unknown> }
      })
    : {}
  if (json.code !== 200 && json.result === undefined) refusals.push(text)
  return { ...json, data: json.data ?? json.result?.data ?? {}, cookie: answer.headers.get('set-cookie') ?? '' }
}
const login = (userName: string, password: string, more = {}) =>
  send('/api/users/actions/login', { userName, password: cipher(password), ...more })

/** Simulate a day: every action with secrets, and every failure with them. */
async function liveThroughADay(): Promise<void> {
  const token = secret(String((await login('boss', testPassword)).data.token))
  for (const name of ['boss', given.typed]) await login(name, given.typed)
  await send('/api/users/actions/login', { userName: 'boss', password: given.typed })
  const own = { host: new URL(server.url).host, origin: server.url, 'sec-fetch-site': 'same-origin' }
  const remembered = await send(
    '/trpc/auth.login',
    { userName: 'boss', password: cipher(testPassword), remember: true },
    '',
    own,
  )
  const cookie = secret(/__Host-rm=([^;]+)/.exec(remembered.cookie)?.[1] ?? 'no cookie came')
  const refreshed = await send('/trpc/auth.refresh', {}, '', { ...own, cookie: `__Host-rm=${cookie}` })
  secret(/__Host-rm=([^;]+)/.exec(refreshed.cookie)?.[1] ?? 'no second cookie came')

  const ticket = secret(String((await send('/trpc/auth.mintTicket', {}, token)).data.token))
  for (const query of [ticket, ticket, token]) await send(`/api/users/getByToken?token=${query}`)
  secret(String((await send('/trpc/auth.createToken', { minutes: 30 }, token)).data.token))
  await send('/trpc/system.rotateKeys', {}, keys.terminalToken)
  const phone = given.newPhone
  await send(
    '/api/users/save',
    { userName: 'bert', name: '贝特', phone, idNo: given.idNo, password: cipher(given.chosen) },
    token,
  )
  await send('/api/users/register', { phone: '13700000007', name: '李四', password: cipher(given.chosen) })
  secrets.add('13700000007')

  await send('/api/project/exportPdf', exampleA, token)
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(await pngPicture())], { type: 'image/png' }), 'a.png')
  const picture = await send('/api/project/upload', form, token)
  const address = String(picture.data.id)
  secret(/signature=([^&]+)/.exec(address)?.[1] ?? 'no signature came')
  await send(address)
  await send(address.replace(/.$/, '-'))
  const broken = new FormData()
  broken.append('file', new Blob([given.typed]), `${given.typed}.png`)
  await send('/api/project/upload', broken, token)
  const [stored] = await database.db.selectFrom('attachment').select('id').where('mime', '=', 'image/png').execute()
  await send('/trpc/attachments.delete', { id: stored?.id ?? 0 }, token)

  const query = `token=${token}&password=${encodeURIComponent(given.typed)}`
  for (const path of [
    '/api/users/login',
    '/api/nothing',
    '/nothing',
    `/trpc/auth.branding`,
    '/%zz',
    `/api/${token}`,
    `/${token}/${ticket}`,
  ])
    await send(`${path}?${query}`)
  await send(
    `/trpc/auth.login?input=${encodeURIComponent(JSON.stringify({ userName: 'boss', password: given.typed }))}`,
  )
  await send('/api/users/actions/login', `{"userName":"boss","password":"${given.typed}`)
  await send('/trpc/auth.login', `{"password":"${given.typed}`)
  await send('/api/users/actions/login', { userName: 'x'.repeat(1_100_000), password: given.typed })
  await send('/api/device/find', {}, token, { 'x-token': ticket })
  await send('/api/x%0d%0a%1b[31m{"level":60}', {}, `${token}x`, {
    'user-agent': `${given.typed} "}{`,
    'x-request-id': `a"}${given.typed}`,
  })

  await send(`/api/users/sendMsg/${given.phone}`, {})
  const code = secret(sent.at(-1)?.code ?? 'no code came')
  const reset = { userName: given.phone, newPasswd: cipher(given.chosen) }
  for (const tried of [code.replace(/./, (digit) => String(9 - Number(digit))), code, code])
    await send('/api/users/resetPassword/0', { ...reset, code: tried })
  await send('/api/users/logout', {}, token)
  await send('/api/device/find', {}, token)
}

test('leave no secret of a day in the log at any level, in the audit log or in a refusal', async () => {
  await liveThroughADay()
  // Then every connection is closed, and every line written.
  await server.stop()
  const audit = JSON.stringify(await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute())
  const places: [string, string][] = [
    ...server.lines.map((line): [string, string] => ['log', line]),
    ['audit', audit],
    ...refusals.map((text): [string, string] => ['answer', text]),
  ]
  const found = places.flatMap(([place, text]) =>
    [...secrets]
      .filter((word) =>
        /^\d{6}$/.test(word)
          ? new RegExp(`\\b${word}\\b`).test(text)
          : text.includes(word) || text.includes(encodeURIComponent(word)),
      )
      .map((word) => `${place}: ${word} in ${text.slice(0, 300)}`),
  )
  expect(found).toEqual([])
  for (const word of secrets) expect(word).not.toMatch(/^no .* came$|^undefined$/)
  // Production logs from level info upwards: requests; and unexpected errors, one here.
  expect(server.logged.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(35)
  expect(server.logged.filter(({ level }) => Number(level) >= 50)).toMatchObject([
    { msg: 'unexpected error', err: { message: 'of the database' } },
  ])
  // One event makes one line, whatever was sent.
  for (const line of server.lines) {
    expect(line.replace(/\n$/, '')).not.toMatch(/\p{Cc}/u)
    expect(() => JSON.parse(line)).not.toThrow()
  }
}, 60_000)
