import type { ColumnType, Generated } from 'kysely'
import type { Message } from '#server/services/messages/message.ts'
import type { ChannelKind, ChannelState, Severity } from '#shared/channels.ts'
import type { DeliveryState } from '#shared/deliveries.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Instant, Stamped } from './column-types.ts'

/**
 * A destination for messages. With a client, the channel is the client's and carries messages about the client's
 * machines only.
 */
export type ChannelTable = Stamped & {
  id: Generated<number>
  /** A base, or headquarters. */
  company_id: number
  client_id: number | null
  name: string
  kind: ChannelKind
  /** The part of the address that may be shown; null for mail. */
  host: string | null
  /** Address and secrets (`services/messages/channel-secrets.ts`). */
  sealed: Buffer | null
  has_secret: Generated<boolean>
  recipients: string | null
  language: Language
  least_severity: Severity
  /** `hh:mm` of the business zone; null = each message at once. */
  digest_at: string | null
  /** With a digest: events of this severity or higher are also sent at once; null = none. */
  at_once_from: Generated<Severity | null>
  state: Generated<ChannelState>
  /** Consecutive failures. */
  failures: Generated<number>
  deleted_at: Instant | null
}

/** A message to a channel, and the log of its delivery. */
export type DeliveryTable = {
  id: Generated<number>
  /** Sent with each attempt, so that a receiver recognizes a repeated message. */
  message_id: Generated<string>
  company_id: number
  channel_id: number
  /** The event of the message, and the moment of that event; null = no event. */
  alert_id: Generated<number | null>
  notice_id: Generated<string | null>
  /** The step of its rule; 0 = at once. */
  step: Generated<number>
  message: ColumnType<Message, string, string>
  state: Generated<DeliveryState>
  /** Time of the next attempt. During an attempt: the time from which another process may try. */
  due: Date
  attempts: Generated<number>
  last_try: Instant | null
  /** HTTP or SMTP status and text of the last response. */
  status: number | null
  answer: string | null
  milliseconds: number | null
  /** The delivery whose message includes this one. */
  merged_into: number | null
  create_time: Date
  /** The business day of a digest; null = not a digest. */
  digest_day: Generated<string | null>
  /** The run of a schedule, and the file that the message announces. */
  run_id: Generated<number | null>
  file_id: Generated<number | null>
  /** The message may be merged with others of its channel; null = it is sent alone. */
  urgency: Generated<'urgent' | 'usual' | null>
}

export type ChannelTables = { channel: ChannelTable; delivery: DeliveryTable }
