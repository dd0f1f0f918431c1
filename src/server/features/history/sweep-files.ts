import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readSnapshotName, snapshotNames } from '#server/services/storage/snapshot-folder.ts'
import type { Storage } from '#server/services/storage/storage.ts'

/** No daily or weekly snapshot is older, on any machine. */
const keptDays = 35
const dayMs = 86_400_000

/**
 * Return the time before which a file must have been dropped to be removed: an older snapshot on this machine may refer
 * to it.
 */
function uselessBefore(dataDir: string, now: Date): Date {
  const snapshots = snapshotNames(dataDir).map((name) => readSnapshotName(name)?.at.getTime() ?? 0)
  return new Date(Math.min(now.getTime() - keptDays * dayMs, ...snapshots))
}

/**
 * Remove the files of months that were restored into the database, or never archived, once no snapshot can need them.
 * @returns the number of files
 */
export async function sweepHistoryFiles(
  db: Kysely<Database>,
  storage: Storage,
  dataDir: string,
  now: Date,
): Promise<number> {
  // Delete the row before the file: a crash in between leaves a file without a row, which the sweep of files removes.
  const { rows } = await sql<{
    file: string
  }>`delete from history_file where dropped_at < ${uselessBefore(dataDir, now)}
    and not exists (select from history_month m where m.file_name = history_file.file_name) returning file_name as file`.execute(
    db,
  )
  for (const { file } of rows) await storage.remove(file)
  return rows.length
}
