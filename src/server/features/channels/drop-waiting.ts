import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Drop the deliveries that wait for a channel that no longer sends. A user can send them again from the log. */
export const dropWaiting = async (db: Db, channelId: number): Promise<void> =>
  void (await sql`update delivery set state = 'dropped' where channel_id = ${channelId} and state = 'due'`.execute(db))
