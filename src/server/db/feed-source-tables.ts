import type { ColumnType, Generated } from 'kysely'
import type { PullState } from '#shared/feed-sources.ts'
import type { Instant, Stamped } from './column-types.ts'

/** An address from which a feed is downloaded. */
export type FeedSourceTable = Stamped & {
  id: Generated<number>
  /** The base; null = DEVICE_FEED_URL, which feeds all of them. */
  company_id: number | null
  /**
   * The user with whose permissions the feed is applied, and the company in which that user works; null = the operator.
   */
  user_id: number | null
  work_company_id: number | null
  /** The part of the address that may be shown. */
  host: string
  /** The address (`services/messages/channel-secrets.ts`); of DEVICE_FEED_URL, the one that the marks belong to. */
  sealed: Buffer | null
  every_minutes: number
  state: Generated<'on' | 'paused'>
  next_pull: Instant
  /** Validators (such as the ETag) of the last response that was applied. */
  etag: string | null
  modified: string | null
  content_hash: string | null
  last_pull: Instant | null
  last_state: PullState | null
  problem: ColumnType<{ zh: string; en: string } | null, string | null, string | null>
  batch_id: number | null
}
export type FeedSourceTables = { feed_source: FeedSourceTable }
