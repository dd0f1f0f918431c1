import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { readOnlyState, sqlStateOf } from '#server/db/sql-states.ts'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'
import { messageOf } from '#shared/errors.ts'

export type Writes = {
  /**
   * Call it after a write of `viewer` was committed, and before the response: from then on every process shows this
   * write to the session. Without a replica it does nothing. It never fails.
   */
  note(viewer: Pick<Viewer, 'sessionId'> | null): Promise<void>
}

/** The position in the write-ahead log after all current commits. */
const position = sql<string>`greatest(write_position, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint)`

/** Store the write position in the write-ahead log with each session. */
export function createWrites({
  db,
  replica,
  logger,
}: {
  db: Kysely<Database>
  replica: boolean
  logger: Pick<Logger, 'warn'>
}): Writes {
  const note = (sessionId: number) =>
    db.updateTable('session').set({ write_position: position }).where('id', '=', sessionId).execute()
  return {
    async note(viewer) {
      if (!replica || !viewer?.sessionId) return
      try {
        // The connection may have broken while it was idle: the second attempt gets another.
        await note(viewer.sessionId).catch(() => note(viewer.sessionId ?? 0))
      } catch (error) {
        if (sqlStateOf(error) !== readOnlyState)
          logger.warn({ reason: messageOf(error) }, 'how far a session has written could not be kept')
      }
    },
  }
}
