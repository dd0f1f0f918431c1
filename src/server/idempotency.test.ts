import { expect, test } from 'vitest'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { onlyOnce } from './idempotency.ts'
import { createOwnCallKeys } from './services/call-keys.ts'
import type { RequestHead, Viewer } from './viewer.ts'

const database = useDatabase()

test('Make a change once for all requests with its key, also while the first one runs', async () => {
  const { db } = database
  await buildHeadquarters(db)
  const [one, other] = [await viewerOf(db, await buildUser(db, {})), await viewerOf(db, await buildUser(db, {}))]
  const request = (callKey: string, viewer = one) => buildCaller(db, { viewer, request: { callKey } })
  const count = async () =>
    Number((await db.selectFrom('material_type').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
  const filter = { name: '滤芯' }
  const key = 'abcdefgh-12345678'
  const [first, second] = await Promise.all([
    request(key).materialTypes.save(filter),
    request(key).materialTypes.save(filter),
  ])
  expect([second, await count()]).toEqual([first, 1])
  expect(await request(key).materialTypes.save(filter)).toEqual(first)
  // A refusal is not kept, and neither key nor result belongs to anybody else.
  await expect(request('another-key-1234').materialTypes.save(filter)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(request(key, other).materialTypes.save(filter)).rejects.toMatchObject({ code: 'CONFLICT' })
  const again = request('another-key-1234')
  await again.materialTypes.save({ name: '风扇' })
  await again.materialTypes.save({ name: '电源' })
  expect(await count()).toBe(3)
})

test('Refuse a key that another change has, and change nothing', async () => {
  const { db } = database
  await buildHeadquarters(db)
  const viewer = await viewerOf(db, await buildUser(db, {}))
  const request = (callKey: string) => buildCaller(db, { viewer, request: { callKey } })
  const count = async () => (await db.selectFrom('material_type').select('name').execute()).length
  await request('k').materialTypes.save({ name: '滤芯' })
  const refused = { code: 'UNPROCESSABLE_CONTENT', cause: { code: 'KEY_REUSED' } }
  await expect(request('k').materialTypes.save({ name: '风扇' })).rejects.toMatchObject(refused)
  await expect(request('k').materialTypes.update({ name: '滤芯' } as never)).rejects.toMatchObject(refused)
  expect(await count()).toBe(1)
  // A key that cannot be one is refused too: its sender relies on it.
  await expect(request('滤 芯').materialTypes.save({ name: '电源' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await count()).toBe(1)
})

test('Compare files and long lists of a change with a key by their content', async () => {
  const viewer = { userId: 1, companyId: 1 } as Viewer
  const services = { callKeys: createOwnCallKeys() }
  let runs = 0
  const run = async () => {
    runs += 1
    return { ok: true, data: runs }
  }
  const send = (input: unknown) =>
    onlyOnce({ viewer, services, request: { callKey: 'files' } as RequestHead }, 'feeds.apply', async () => input, run)
  const file = (last: number) => ({ content: new Uint8Array(3_000_000).fill(last, 2_999_999), rows: [] })
  const rows = (last: number) => ({ rows: Array.from({ length: 1_200 }, (_, at) => (at === 1_199 ? last : at)) })
  expect(await send(file(1))).toEqual(await send(file(1)))
  for (const other of [file(2), rows(1)]) await expect(send(other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  expect(runs).toBe(1)
})

test('Give a file only to the first of two requests with its key', async () => {
  const viewer = { userId: 1, companyId: 1 } as Viewer
  const services = { callKeys: createOwnCallKeys() }
  const request = () => ({ callKey: 'export' }) as RequestHead
  const file = async () => ({ ok: true, data: (async function* () {})() })
  const send = () =>
    onlyOnce({ viewer, services, request: request() }, 'projects.exportPdf', async () => ({ id: 1 }), file)
  const [first, second] = await Promise.allSettled([send(), send()])
  expect([first.status, second]).toMatchObject(['fulfilled', { status: 'rejected', reason: { code: 'KEY_RUNNING' } }])
})
