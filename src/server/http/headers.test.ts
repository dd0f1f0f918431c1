import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#server/features/attachments/images.ts'
import { insertAttachment } from '#server/features/attachments/queries.ts'
import { createLinks } from '#server/services/storage/signed-links.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice, buildHeadquarters } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { fakeServices } from '#tests/support/services.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: WholeServer
let image = ''

beforeAll(async () => {
  await buildHeadquarters(database.db)
  const { company_id } = await buildDevice(database.db, {})
  const storage = memoryStorage()
  const links = createLinks({ key: Buffer.alloc(32), imagesBaseUrl: null })
  const { publicId, storedName } = newStoredName('png')
  await storage.put(storedName, Buffer.from('a picture'))
  const attachment = await insertAttachment(database.db, {
    public_id: publicId,
    company_id,
    user_id: null,
    owner_kind: 'project',
    owner_id: null,
    stored_name: storedName,
    file_name: 'a.png',
    mime: 'image/png',
    size: 9,
    width: null,
    height: null,
    deleted_at: null,
  })
  image = links.sign(pathOf(attachment), company_id, testNow)
  const { keys } = fakeServices(database.db, pino({ level: 'silent' }))
  const broken = () => {
    throw new Error('the key is gone')
  }
  server = await startWholeServer(database, {
    config: { TRUST_PROXY: '1' },
    services: { storage, links, keys: { ...keys, publicKey: broken } },
  })
})
afterAll(() => server.stop())

/** Source: trust.md H1. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-powered-by': null,
  server: null,
  'access-control-allow-origin': null,
  'access-control-allow-credentials': null,
  'strict-transport-security': null,
}
const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'media-src': "'self'",
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'self'",
  'form-action': "'self'",
}
const json = { 'content-type': 'application/json', authorization: 'cat terminal' }
type Case = [what: string, path: () => string, init: RequestInit, status: number | null]
const cases: Case[] = [
  ['the page', () => '/', {}, null],
  ['the page of a screen', () => '/dashboard/index', { headers: { accept: 'text/html' } }, null],
  ['a file of the client', () => '/early.js', {}, null],
  ['the liveness', () => '/healthz', {}, 200],
  ['the metrics', () => '/metrics', {}, 200],
  ['the documentation', () => '/api/docs', {}, 200],
  ['the description', () => '/api/openapi.json', {}, 200],
  ['a REST call', () => '/api/device/find', { method: 'POST', headers: json, body: '{}' }, 200],
  ['a REST call without a session', () => '/api/device/find', { method: 'POST', body: '{}' }, 200],
  ['a REST file', () => '/api/device/export', { method: 'POST', headers: json, body: '{"format":"csv"}' }, 200],
  [
    'a REST call with another origin',
    () => '/api/device/find',
    { method: 'OPTIONS', headers: { origin: 'https://example.com' } },
    404,
  ],
  [
    'a stream of events',
    () => '/trpc/feeds.watch?input={"id":"1"}',
    { headers: { ...json, accept: 'text/event-stream' } },
    200,
  ],
  ['a defect in REST', () => '/api/users/publicKey', {}, 500],
  ['a tRPC call', () => '/trpc/auth.branding?input={}', {}, 200],
  ['a tRPC refusal', () => '/trpc/devices.find', {}, 401],
  ['a defect in tRPC', () => '/trpc/auth.publicKey', {}, 500],
  ['what is no JSON', () => '/api/device/find', { method: 'POST', headers: json, body: '{' }, 400],
  ['an unknown address', () => '/nothing', {}, 404],
  ['an unknown call', () => '/api/nothing', {}, 404],
  ['a path that cannot be read', () => '/%zz', {}, 400],
  ['a stored picture', () => image, {}, 200],
  ['a stored picture without a signature', () => image.split('?')[0] ?? '', {}, null],
]

test.each(cases)(
  'Send the headers that protect the browser with %s, and none that identifies the server',
  async (_, path, init, status) => {
    const { headers, ...answer } = await fetch(server.url + path(), { redirect: 'manual', ...init }).then(
      async (response) => ({
        headers: response.headers,
        status: response.status,
        text: await response.text(),
      }),
    )
    if (status !== null) expect(answer.status).toBe(status)
    expect(Object.fromEntries(Object.keys(everywhere).map((name) => [name, headers.get(name)]))).toEqual(everywhere)
    expect(headers.get('permissions-policy')).toMatch(/microphone=\(\).*usb=\(\).*camera=\(self\)/)
    const given = headers.get('content-security-policy') ?? ''
    if (path() === image && answer.status === 200) expect(given).toContain('sandbox')
    else expect(Object.fromEntries(given.split(';').map((part) => part.trim().split(/ (.*)/, 2)))).toEqual(policy)
    if (/^\/(api|trpc)\//.test(path()) && !path().endsWith('docs') && !path().endsWith('.json'))
      expect(headers.get('cache-control')).toMatch(/\bno-store$/)
  },
)

test('Send HSTS for a year behind a TLS proxy, and never otherwise', async () => {
  for (const path of ['/', '/api/nothing', '/trpc/auth.branding?input={}', image]) {
    const answer = await fetch(server.url + path, { headers: { 'x-forwarded-proto': 'https' } })
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})
