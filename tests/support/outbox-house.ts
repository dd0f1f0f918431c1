import { vi } from 'vitest'
import { sendDue } from '#server/features/deliveries/send-due.ts'
import { sealSecrets } from '#server/services/messages/channel-secrets.ts'
import type { Message } from '#server/services/messages/message.ts'
import type { Destination, Outbound, Try } from '#server/services/outbound/outbound.ts'
import type { ChannelKind } from '#shared/channels.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'

/** Provide an outbox whose receivers answer as a test says, with a clock that it moves. */
export function useOutbox(database: ReturnType<typeof useDatabase>) {
  const keys = { channels: Buffer.alloc(32) }
  const house = { now: new Date('2026-11-20T04:00:00Z'), sent: [], answer: () => ({ outcome: 'delivered' }) } as {
    now: Date
    sent: Sent[]
    answer: (one: Sent) => Try['verdict']
  }
  const later = (seconds: number) => {
    house.now = new Date(house.now.getTime() + seconds * 1_000)
  }
  type Sent = { destination: Destination; message: Message; id: string }

  const outbound: Outbound = {
    send: async (destination, message, { id }) => {
      const one = { destination, message, id }
      house.sent.push(one)
      return { verdict: house.answer(one), status: 200, answer: 'words of the provider', milliseconds: 1 }
    },
    close: () => undefined,
  }
  const logger = { info: vi.fn(), warn: vi.fn() }
  const send = () =>
    sendDue(database.db, {
      services: { keys: keys as never, outbound, storage: {} as never },
      logger,
      clock: () => house.now,
      random: () => 0,
    })

  async function buildChannel(companyId: number, kind: ChannelKind = 'webhook'): Promise<number> {
    house.sent = []
    house.answer = () => ({ outcome: 'delivered' })
    const sealed = sealSecrets(keys, { address: 'https://a.example/hook', secret: 'secret', former: null })
    const channel = { company_id: companyId, name: kind, kind, language: 'zh', least_severity: 'notice' } as const
    const values = {
      ...channel,
      ...(kind === 'mail' ? { recipients: 'a@b.example' } : { host: 'a.example', sealed, has_secret: true }),
    }
    return (await database.db.insertInto('channel').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  async function put(companyId: number, channelId: number, ...titles: string[]): Promise<number[]> {
    const ids: number[] = []
    for (const title of titles) {
      const message = {
        type: 'alert.opened',
        severity: 'warning',
        language: 'zh',
        title,
        lines: [],
        link: null,
        data: {},
        at: house.now.toISOString(),
      }
      const values = {
        company_id: companyId,
        channel_id: channelId,
        message: JSON.stringify(message),
        due: house.now,
        create_time: house.now,
      }
      ids.push((await database.db.insertInto('delivery').values(values).returning('id').executeTakeFirstOrThrow()).id)
    }
    return ids
  }
  const managerOf = async (companyId: number) =>
    buildCallerAs(database.db, { nick_name: '基地负责人', company_id: companyId }, { now: house.now })
  const ofId = (id = 0) => database.db.selectFrom('delivery').selectAll().where('id', '=', id)
  const stored = (id: number | undefined) => ofId(id).executeTakeFirstOrThrow()
  const channelOf = (id: number) =>
    database.db.selectFrom('channel').select(['state', 'failures']).where('id', '=', id).executeTakeFirstOrThrow()
  return { buildChannel, put, send, stored, house, later, channelOf, managerOf, logger }
}
