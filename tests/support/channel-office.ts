import { createAudit } from '#server/services/audit.ts'
import type { Destination, Outbound } from '#server/services/outbound/outbound.ts'
import type { ChannelSave } from '#shared/channels.ts'
import { buildCaller, viewerOf } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildUser } from './factories.ts'

/** Set up callers who manage channels, and record the messages sent to them. */
export function useChannelOffice(database: ReturnType<typeof useDatabase>) {
  const keys = { channels: Buffer.alloc(32) }
  const sent: { destination: Destination; title: string; id: string }[] = []
  const outbound: Outbound = {
    send: async (destination, { title }, { id }) => {
      sent.push({ destination, title, id })
      return {
        verdict: { outcome: 'failed', afterSeconds: null },
        status: 200,
        answer: '{"code":19021,"msg":"sign match fail"}',
        milliseconds: 12,
      }
    },
    close: () => undefined,
  }
  const callerAs = async (given: Parameters<typeof buildUser>[1] = {}, now?: string) =>
    buildCaller(database.db, {
      services: { audit: createAudit(), outbound },
      viewer: await viewerOf(database.db, await buildUser(database.db, given)),
      ...(now ? { now } : {}),
    })
  const feishu = 'https://open.feishu.cn/open-apis/bot/v2/hook/secret-part'
  const form = (given: Partial<ChannelSave> = {}) =>
    ({
      name: '运维群',
      kind: 'feishu',
      address: feishu,
      secret: 'sign',
      recipients: null,
      language: 'zh',
      leastSeverity: 'warning',
      digestAt: null,
      ...given,
    }) as const
  const stored = async (id: number) =>
    database.db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { callerAs, form, stored, keys, feishu, sent }
}
