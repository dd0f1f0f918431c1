import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { startWholeServer } from '#tests/support/whole-server.ts'
import { appRouter } from './router.ts'
import { createCallerFactory } from './trpc.ts'

const database = useDatabase()

test('End a stream when its caller leaves, although nobody reads on', async () => {
  const { db } = database
  await buildDevice(db)
  const left = new AbortController()
  const caller = createCallerFactory(appRouter)(buildContext(db, { viewer: await buildViewer(db) }), {
    signal: left.signal,
  })
  const parts = await caller.devices.export({ format: 'csv' })
  expect((await parts.next()).done).toBe(false)
  left.abort()
  expect(await parts.next()).toEqual({ value: undefined, done: true })
  const late = await caller.devices.export({ format: 'csv' })
  expect(await late.next()).toEqual({ value: undefined, done: true })
})

test('Report a failed schema check inside a procedure as refused fields, not as a defect', async () => {
  const { db } = database
  const context = buildContext(db, { viewer: await buildViewer(db) })
  const serial = z.object({ serial: z.string() })
  vi.spyOn(context.services.places, 'book').mockImplementation(async () => serial.parse({ serial: 7 }) as never)
  const refused = createCallerFactory(appRouter)(context).clients.find({})
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { code: 'VALIDATION', details: { fields: [{ field: 'serial' }] } },
  })
})

test('Refuse it with 400 on REST, too', async () => {
  const count = async () => z.object({ serial: z.string() }).parse({ serial: 7 }) as never
  const server = await startWholeServer(database, {
    services: { lookUpLimit: { check: async () => undefined, count } },
  })
  try {
    const body = JSON.stringify({ reportNumber: 'JC20261120-0001', checkCode: 'CQLD26' })
    const answer = await fetch(`${server.url}/api/checking/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await answer.json()).toMatchObject({ code: 400, message: expect.stringContaining('serial') })
  } finally {
    await server.stop()
  }
})
