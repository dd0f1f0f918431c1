import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFile, linkDays, signedPath } from '#server/features/schedules/files.ts'
import { createLinks } from '#server/services/storage/signed-links.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser, type Company, type User } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { buildScheduleRun } from '#tests/support/schedule-runs.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const storage = memoryStorage()
const links = createLinks({ key: Buffer.alloc(32), imagesBaseUrl: null })
const dayMs = 86_400_000
let now = testNow
let server: WholeServer
let company: Company
let other: Company
let owner: User

beforeAll(async () => {
  company = await buildCompany(database.db)
  other = await buildCompany(database.db)
  owner = await buildUser(database.db, { nick_name: '基地负责人', company_id: company.id, home_company_id: company.id })
  server = await startWholeServer(database, { services: { storage, links }, clock: () => now })
})
afterAll(() => server.stop())

/** Create a file as a schedule's run does, with the URL of its message. */
async function made(content = '序列号\nCF-1\n') {
  now = testNow
  const run = await buildScheduleRun(database.db, { userId: owner.id, companyId: company.id, now })
  const file = await keepFile(
    database.db,
    storage,
    {
      fileName: '设备清单.csv',
      contentType: 'text/csv; charset=utf-8',
      rows: 1,
      bytes: Buffer.from(content),
      extension: 'csv',
    },
    run,
    now,
  )
  return { file, path: signedPath(links, file, now) }
}
const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)
const answered = async (path: string) => {
  const answer = await get(path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
/** Expect the same response for every invalid URL: it does not reveal whether a file ever existed. */
async function expectNothing(path: string): Promise<void> {
  const { status, type, text } = await answered(path)
  expect([status, type]).toEqual([404, expect.stringContaining('application/json')])
  expect(text).not.toMatch(/CF-1|设备清单/)
}

test('Open a file by its link without a session, as an attachment that is not cached', async () => {
  const { path } = await made()
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([200, '序列号\nCF-1\n'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; .*%E8%AE%BE%E5%A4%87%E6%B8%85%E5%8D%95\.csv$/),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  })
  const head = await get(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(Buffer.byteLength('序列号\nCF-1\n')),
    '',
  ])
})

test('Refuse a link that is expired (to the second), revoked, altered, or signed for another base', async () => {
  const { file, path } = await made()
  now = new Date(testNow.getTime() + linkDays * dayMs - 1_000)
  expect((await answered(path)).status).toBe(200)
  now = new Date(testNow.getTime() + linkDays * dayMs + 1_000)
  await expectNothing(path)
  now = testNow
  await expectNothing(signedPath(links, { ...file, company_id: other.id }, now))
  const url = new URL(path, server.url)
  url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 86_400))
  await expectNothing(url.pathname + url.search)
  await expectNothing(url.pathname)
  await expectNothing(path.replace(file.stored_name, `${'0'.repeat(32)}.csv`))
  // A link of one file opens no other one.
  const second = await made('序列号\nCF-2\n')
  await expectNothing(path.replace(file.stored_name, second.file.stored_name))
  await database.db.updateTable('schedule_file').set({ revoked_at: now }).where('id', '=', file.id).execute()
  await expectNothing(path)
  expect((await answered(second.path)).text).toContain('CF-2')
})

test('Keep a link valid after its creator is gone, until it is revoked', async () => {
  const { file, path } = await made()
  await database.db.updateTable('app_user').set({ disabled: true }).where('id', '=', owner.id).execute()
  expect((await answered(path)).status).toBe(200)
  await database.db.updateTable('schedule_file').set({ revoked_at: now }).where('id', '=', file.id).execute()
  await expectNothing(path)
})

test('Log a file that is missing from the storage, and answer without a server error', async () => {
  const { file, path } = await made()
  await storage.remove(file.stored_name)
  await expectNothing(path)
  expect(server.logged.some(({ msg }) => msg === 'a file of a schedule is missing')).toBe(true)
})
