import { expect, test } from 'vitest'
import { createLinks } from '#server/services/storage/signed-links.ts'
import { testNow } from '#tests/support/context.ts'
import { useKeptFiles } from '#tests/support/kept-files.ts'
import { startWholeServer } from '#tests/support/whole-server.ts'

const { get, linkOf, made, content, keep, database, storage, links, getRaw } = useKeptFiles()

test("Show a picture by a signed URL, with the server's type and name and without active content", async () => {
  const answer = await get(linkOf(made.image))
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([200, true])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '1000',
    'content-disposition': 'inline; filename="download.png"; filename*=UTF-8\'\'%E5%B9%B3%E9%9D%A2%E5%9B%BE.png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600, immutable',
  })
})

test('Download a report under its own name, or show it inside an own page', async () => {
  const downloaded = await get(linkOf(made.pdf))
  expect(downloaded.headers.get('content-type')).toBe('application/pdf')
  expect(downloaded.headers.get('content-disposition')).toBe(
    'attachment; filename="___ ____-V1.0.pdf"; filename*=UTF-8\'\'%E5%93%88%E5%B0%94%E6%BB%A8%20%22%E4%B8%80%E6%9C%9F%22-V1.0.pdf',
  )
  expect(downloaded.headers.get('content-security-policy')).toContain('sandbox')
  const shown = await get(`${linkOf(made.pdf)}&inline=1`)
  expect(shown.headers.get('content-disposition')).toMatch(/^inline; /)
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'self'$/)
  expect(shown.headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

test('Serve a range of a file, and answer 304 for a cached file', async () => {
  const link = linkOf(made.pdf)
  const part = await get(link, { headers: { Range: 'bytes=10-14' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 10-14/1000',
    '01234',
  ])
  const tail = await get(link, { headers: { Range: 'bytes=-3' } })
  expect([tail.status, await tail.text()]).toEqual([206, '789'])
  const beyond = await get(link, { headers: { Range: 'bytes=5000-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  expect((await get(link, { headers: { Range: 'bytes=0-1,4-5' } })).status).toBe(200)
  const head = await get(link, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', ''])
  const again = await get(link, {
    headers: { 'If-None-Match': head.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('Play a video from any position, and from its start if it has changed', async () => {
  const video = await keep('mp4', '公开课.mp4')
  const link = linkOf(video)
  expect(link).toMatch(/^\/videos\/[0-9a-f]{32}\.mp4\?/)
  const whole = await get(link)
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    'video/mp4',
    'bytes',
  ])
  expect(whole.headers.get('content-disposition')).toMatch(/^inline; /)
  const etag = whole.headers.get('etag') ?? ''
  const part = await get(link, { headers: { Range: 'bytes=990-', 'If-Range': etag } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 990-999/1000',
    '0123456789',
  ])
  const another = await get(link, { headers: { Range: 'bytes=990-', 'If-Range': '"another"' } })
  expect([another.status, (await another.text()).length]).toEqual([200, 1000])
  const beyond = await get(link, { headers: { Range: 'bytes=1000-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  const head = await get(link, { method: 'HEAD', headers: { Range: 'bytes=0-1' } })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '2', ''])
  expect((await get(link.replace('/videos/', '/images/'))).status).toBe(404)
  expect((await get(`${link.slice(0, -1)}_`)).status).toBe(404)
})

test('Allow pictures on a page of another host when one is configured', async () => {
  const elsewhere = createLinks({ key: Buffer.alloc(32), imagesBaseUrl: 'https://pictures.example/cold/' })
  expect(elsewhere.urlOf('/images/a.png?x')).toBe('https://pictures.example/cold/images/a.png?x')
  const open = await startWholeServer(database, {
    services: { storage, links },
    config: { IMAGES_BASE_URL: 'https://pictures.example/cold/' },
  })
  expect((await fetch(open.url + linkOf(made.image))).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect((await fetch(open.url + linkOf(made.pdf))).headers.get('cross-origin-resource-policy')).toBe('same-origin')
  await open.stop()
})

test('Accept a signed URL for ten minutes, for its file and tenant, and refuse an altered one', async () => {
  const link = linkOf(made.image)
  const [path = '', query = ''] = link.split('?')
  const pdfQuery = linkOf(made.pdf).split('?')[1] ?? ''
  const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000)
  const signature = /signature=(.*)$/.exec(query)?.[1] ?? ''
  const expires = /expires=(\d+)/.exec(query)?.[1] ?? ''
  const wrong: Record<string, string> = {
    'no query': path,
    'no signature': `${path}?expires=${expires}`,
    'no expiry': `${path}?signature=${signature}`,
    'an empty signature': `${path}?expires=${expires}&signature=`,
    'a later expiry': `${path}?expires=${Number(expires) + 60}&signature=${signature}`,
    'an expiry that is none': `${path}?expires=never&signature=${signature}`,
    'an expiry with a sign': `${path}?expires=%2B${expires}&signature=${signature}`,
    'a shorter signature': `${path}?expires=${expires}&signature=${signature.slice(0, -1)}`,
    'another first character': `${path}?expires=${expires}&signature=${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a spelling with spare bits': `${path}?expires=${expires}&signature=${signature.slice(0, -1)}${String.fromCharCode(signature.charCodeAt(42) + 1)}`,
    'two signatures': `${link}&signature=${signature}`,
    'two expiries': `${link}&expires=${expires}`,
    'the signature of another file': `${path}?${pdfQuery}`,
    'the signature of another tenant': links.sign(path, made.other.id, testNow),
    'another key': createLinks({ key: Buffer.alloc(32, 1), imagesBaseUrl: null }).sign(path, made.company.id, testNow),
    'eleven minutes ago': linkOf(made.image, minutes(-11)),
    'ten minutes ago': linkOf(made.image, minutes(-10)),
    'the wrong folder': linkOf(made.image).replace('/images/', '/pdfs/'),
    'a file that is not there': links.sign(`/images/${'a'.repeat(32)}.png`, made.company.id, testNow),
    'another kind of file': links.sign(path.replace('.png', '.jpg'), made.company.id, testNow),
  }
  for (const [what, address] of Object.entries(wrong)) {
    const answer = await get(address)
    expect([answer.status, await answer.json()], what).toEqual([
      404,
      { code: 404, message: '链接已失效，请刷新页面后重试', data: null },
    ])
    expect(answer.headers.get('cache-control'), what).toBe('no-store')
  }
  expect((await get(linkOf(made.image, minutes(-9)))).status).toBe(200)
  await database.db.updateTable('attachment').set({ deleted_at: testNow }).where('id', '=', made.image.id).execute()
  expect((await get(link)).status).toBe(404)
  await database.db.updateTable('attachment').set({ deleted_at: null }).where('id', '=', made.image.id).execute()
})

const climbs = [
  '../',
  '..\\',
  '..%2f',
  '..%5c',
  '%2e%2e/',
  '%2e%2e%2f',
  '%2e%2e%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '..%u2215',
  '....//',
  '..;/',
  '%2e%2e;/',
  '.%00./',
  '/..//../',
]
const targets = ['etc/passwd', 'keys/pepper', 'owner']

test(`Refuse ${climbs.length * targets.length + 15} spellings of a path traversal`, async () => {
  const ways = climbs.flatMap((climb) => targets.map((target) => `${climb.repeat(4)}${target}`))
  const name = made.image.stored_name
  const more = [
    `./${name}`,
    `//${name}`,
    `x/../${name}`,
    `${name}/`,
    `${name}/..`,
    `${name}%00`,
    `${name}%00.png`,
    `${name.toUpperCase()}`,
    `${name}.part-00000000-0000-0000-0000-000000000000`,
    `%2fetc%2fpasswd`,
    'C:%5cWindows%5cwin.ini',
    'file:///etc/passwd',
    '~/.ssh/id_rsa',
    '',
    '.',
  ]
  expect(ways.length + more.length).toBe(60)
  const query = linkOf(made.image).split('?')[1] ?? ''
  for (const folder of ['/images/', '/pdfs/', '/videos/']) {
    for (const way of [...ways, ...more]) {
      const { status, body, type } = await getRaw(`${folder}${way}?${query}`)
      expect([400, 404], `${folder}${way} → ${status} ${body}`).toContain(status)
      expect(type, way).toContain('application/json')
      expect(body, way).not.toContain('0123456789')
    }
  }
})

test('Log a file that is missing from the storage, and answer like any unknown file', async () => {
  const lost = await keep('png', 'lost.png')
  await storage.remove(lost.stored_name)
  const answer = await get(linkOf(lost))
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 404 }])
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(made.server.logged.some(({ msg }) => msg === 'a stored file is missing')).toBe(true)
})
