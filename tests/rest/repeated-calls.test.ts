import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { type RestServer, startRest } from '#tests/support/rest-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: RestServer
beforeAll(async () => {
  await buildHeadquarters(database.db)
  server = await startRest(database.db, { audit: createAudit() })
})
afterAll(() => server.close())

test('Answer a repeated change with its first result, and refuse its key for another one with 422', async () => {
  const post = async (name: string, key: string) => {
    const headers = { Authorization: 'cat terminal', 'X-Locale': 'en', 'Idempotency-Key': key }
    const body = JSON.stringify({ name })
    const answer = await fetch(`${server.address}/materialType/save`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const first = await post('滤芯', 'order-7')
  expect(first.status).toBe(200)
  // The draft of the header makes it a string in quotes.
  expect(await post('滤芯', '"order-7"')).toEqual(first)
  expect(await post('风扇', 'order-7')).toEqual({
    status: 422,
    body: {
      code: 422,
      message: 'This Idempotency-Key belongs to another request; nothing was changed. Use a new one for a new request',
      data: null,
    },
  })
  // The variable of a script that holds the key may be unset.
  expect(await post('风扇', '')).toMatchObject({
    body: { code: 400, message: expect.stringContaining('must be 1 to 255 visible ASCII characters') },
  })
  expect(await database.db.selectFrom('material_type').select('name').execute()).toEqual([{ name: '滤芯' }])
})
