import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** What waits for a channel that sends no more is left out, and can be sent again from the log. */
export const dropWaiting = async (db: Kysely<Database>, channelId: number): Promise<void> =>
  void (await sql`update delivery set state = 'dropped' where channel_id = ${channelId} and state = 'due'`.execute(db))
