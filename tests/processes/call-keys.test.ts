import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import { useTwoProcesses } from '#tests/support/processes.ts'

const processes = useTwoProcesses('call_keys')
const createCaller = createCallerFactory(appRouter)
const save = async (app: App, key: string, name: string) => {
  const headers = { 'x-token': processes.token, 'idempotency-key': key }
  return createCaller(await app.contextFor({ headers, ip: '203.0.113.7' })).materialTypes.save({ name })
}
const names = async () =>
  (await processes.one.db.selectFrom('material_type').select('name').orderBy('id').execute()).map(({ name }) => name)

test('make a change once when its repetition reaches another process, also while the first one runs', async () => {
  const { one, other } = processes
  const answers = await Promise.all([one, other, one, other].map((app) => save(app, 'order-7', '滤芯')))
  expect(await names()).toEqual(['滤芯'])
  for (const answer of [...answers, await save(other, 'order-7', '滤芯')]) expect(answer).toEqual(answers[0])
  for (const app of [one, other])
    await expect(save(app, 'order-7', '风扇')).rejects.toMatchObject({ cause: { code: 'KEY_REUSED' } })
  // A change that failed is tried again.
  await expect(save(one, 'order-8', '滤芯')).rejects.toMatchObject({ cause: { code: 'DUPLICATE' } })
  await one.db.deleteFrom('material_type').execute()
  await save(other, 'order-8', '滤芯')
  expect(await names()).toEqual(['滤芯'])
})

test('make the change of a process that died in the middle, as soon as it gives no more sign of life', async () => {
  const { one, other } = processes
  await save(one, 'order-9', '电源')
  await one.db.deleteFrom('material_type').execute()
  const died = () =>
    sql`update call_key set answer = null, holder = 'dead', valid_until = now() + interval '0.3 seconds'`.execute(
      one.db,
    )
  await died()
  expect(await save(other, 'order-9', '电源')).toMatchObject({ name: '电源' })
  expect(await names()).toEqual(['电源'])
})

test('store no result that could be read without the keys of the deployment', async () => {
  const { one } = processes
  await save(one, 'order-10', '轴承')
  const { rows } = await sql<{ text: string }>`select row_to_json(call_key)::text as text from call_key`.execute(one.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain(Buffer.from('轴承').toString('hex'))
})
