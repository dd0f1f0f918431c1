import type { ColumnType, Generated } from 'kysely'
import type { Message } from '#server/services/messages/message.ts'
import type { ChannelKind, ChannelState, Severity } from '#shared/channels.ts'
import type { DeliveryState } from '#shared/deliveries.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Instant, Stamped } from './columns.ts'

/** Where messages go. With a client it is his, and tells of his machines alone. */
export type ChannelTable = Stamped & {
  id: Generated<number>
  /** A base, or headquarters. */
  company_id: number
  client_id: number | null
  name: string
  kind: ChannelKind
  /** What of the address may be shown; null for mail. */
  host: string | null
  /** Address and secrets (`services/channel-secrets.ts`). */
  sealed: Buffer | null
  has_secret: Generated<boolean>
  recipients: string | null
  language: Language
  least_severity: Severity
  /** `hh:mm` of the business zone; null = each message at once. */
  digest_at: string | null
  /** With a digest: events from this severity on are told at once besides; null = none. */
  at_once_from: Generated<Severity | null>
  state: Generated<ChannelState>
  /** Failures in a row. */
  failures: Generated<number>
  deleted_at: Instant | null
}

/** A message on its way to a channel, and the log of what became of it. */
export type DeliveryTable = {
  id: Generated<number>
  /** Travels with each try, so that a receiver knows the message again. */
  message_id: Generated<string>
  company_id: number
  channel_id: number
  /** The event that it tells of, and the moment of it; null = it is of no event. */
  alert_id: Generated<number | null>
  notice_id: Generated<string | null>
  /** Which step of its rule it is; 0 = at once. */
  step: Generated<number>
  message: ColumnType<Message, string, string>
  state: Generated<DeliveryState>
  /** When it is to be tried next; while somebody tries it, when another may. */
  due: Date
  attempts: Generated<number>
  last_try: Instant | null
  /** HTTP or SMTP status of the last answer, and its words. */
  status: number | null
  answer: string | null
  milliseconds: number | null
  /** The message that told of this one, too. */
  merged_into: number | null
  create_time: Date
  /** The business day of a digest; null = it is none. */
  digest_day: Generated<string | null>
  /** The run of a schedule, and the file that it tells of. */
  run_id: Generated<number | null>
  file_id: Generated<number | null>
  /** It may leave together with others of its channel; null = it leaves alone. */
  urgency: Generated<'urgent' | 'usual' | null>
}

export type ChannelTables = { channel: ChannelTable; delivery: DeliveryTable }
