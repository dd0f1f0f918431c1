import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createPlaces } from '#server/services/places/places.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { startOutbox } from './outbox.ts'

const database = useDatabase()

test('Send to other channels while some receivers hang, and wait for these at the end', async () => {
  const base = await buildCompany(database.db)
  const channelTo = async (recipients: string) => {
    const values = {
      company_id: base.id,
      name: recipients,
      kind: 'mail',
      language: 'zh',
      least_severity: 'notice',
      recipients,
    } as const
    return (await database.db.insertInto('channel').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const put = (channelId: number) => {
    const message = {
      type: 'alert.opened',
      severity: 'warning',
      language: 'zh',
      title: '离线',
      lines: [],
      link: null,
      data: {},
      at: testNow.toISOString(),
    }
    const values = {
      company_id: base.id,
      channel_id: channelId,
      message: JSON.stringify(message),
      due: testNow,
      create_time: testNow,
    }
    return database.db.insertInto('delivery').values(values).execute()
  }
  // More channels than one round takes.
  const hanging = await Promise.all(Array.from({ length: 12 }, (_, index) => channelTo(`hang${index}@x.example`)))
  const well = await channelTo('well@x.example')
  let release = () => {}
  const released = new Promise<void>((settle) => {
    release = settle
  })
  const delivered: string[] = []
  const delivery = { verdict: { outcome: 'delivered' }, status: 250, answer: '250 OK', milliseconds: 1 } as const
  const outbound = {
    send: async ({ recipients: [to = ''] }: { recipients: readonly string[] }) => {
      if (to.startsWith('hang')) await released
      delivered.push(to)
      return delivery
    },
    close: () => undefined,
  }
  const services = { keys: {} as never, outbound, storage: {} as never }
  const config = { timeZone: 'Asia/Shanghai', publicUrl: null, host: '127.0.0.1', port: 3000 }
  const logger = { info: vi.fn(), warn: vi.fn() }
  const outbox = startOutbox({
    db: database.db,
    services,
    places: createPlaces({ db: database.db }),
    config,
    logger,
    clock: () => testNow,
    everyMs: 20,
  })
  try {
    for (const channel of hanging) await put(channel)
    await vi.waitUntil(
      async () =>
        (await database.db.selectFrom('delivery').select('id').where('attempts', '=', 1).execute()).length ===
        hanging.length,
    )
    for (let number = 1; number <= 3; number++) {
      await put(well)
      await vi.waitUntil(() => delivered.length === number, { timeout: 5_000 })
    }
    // No further message is sent to a channel that has not answered.
    await put(hanging[0] ?? 0)
    await wait(100)
    expect(delivered).toEqual(Array.from({ length: 3 }, () => 'well@x.example'))
  } finally {
    release()
    await outbox.flush()
    await outbox.close()
  }
  expect(delivered).toHaveLength(3 + hanging.length + 1)
  expect(logger.warn).not.toHaveBeenCalled()
})
