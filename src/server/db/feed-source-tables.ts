import type { ColumnType, Generated } from 'kysely'
import type { PullState } from '#shared/feed-sources.ts'
import type { Instant, Stamped } from './columns.ts'

/** An address that a feed is fetched from. */
export type FeedSourceTable = Stamped & {
  id: Generated<number>
  /** The base; null = DEVICE_FEED_URL, which feeds all of them. */
  company_id: number | null
  /** With whose rights it is applied, and in which company he works then; null = the operator. */
  user_id: number | null
  work_company_id: number | null
  /** What of the address may be shown. */
  host: string
  /** The address (`services/channel-secrets.ts`); null = it is in the settings. */
  sealed: Buffer | null
  every_minutes: number
  state: Generated<'on' | 'paused'>
  next_pull: Instant
  /** Marks of the last answer that was applied. */
  etag: string | null
  modified: string | null
  content_hash: string | null
  last_pull: Instant | null
  last_state: PullState | null
  problem: ColumnType<{ zh: string; en: string } | null, string | null, string | null>
  batch_id: number | null
}
export type FeedSourceTables = { feed_source: FeedSourceTable }
