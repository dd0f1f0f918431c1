import { createAudit } from '#server/services/audit.ts'
import type { Destination, Outbound } from '#server/services/outbound/outbound.ts'
import type { ChannelSave } from '#shared/channels.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import type { UserValues } from './factories.ts'

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
  const callerAs = async (given: UserValues = {}, now?: string) =>
    buildCallerAs(database.db, given, {
      services: { audit: createAudit(), outbound },
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
