import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { readOnlyState, sqlStateOf } from '#server/db/failures.ts'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'

export type Writes = {
  /**
   * Call after something that `viewer` has written was committed, and before he is told: from now on he reads what he wrote, on every
   * process. Without a replica there is nothing to do. It never fails.
   */
  note(viewer: Pick<Viewer, 'sessionId'> | null): Promise<void>
}

/** Where whatever was committed by now ends. */
const position = sql<string>`greatest(write_position, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint)`

/** Keeps with each session how far into the write-ahead log it has written. */
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
        // The connection may be one that broke while it was idle: the second try gets another.
        await note(viewer.sessionId).catch(() => note(viewer.sessionId ?? 0))
      } catch (error) {
        if (sqlStateOf(error) !== readOnlyState)
          logger.warn(
            { reason: error instanceof Error ? error.message : String(error) },
            'how far a session has written could not be kept',
          )
      }
    },
  }
}
