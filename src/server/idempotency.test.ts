import { expect, test } from 'vitest'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters, buildUser } from '#tests/support/factories.ts'

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
