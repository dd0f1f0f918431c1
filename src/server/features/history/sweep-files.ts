import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readSnapshotName, snapshotNames } from '#server/services/snapshot-folder.ts'
import type { Storage } from '#server/services/storage.ts'

/** No daily or weekly snapshot is older, on whichever machine it lies. */
const keptDays = 35
const dayMs = 86_400_000

/** Since when a file must be of no use to go: an older snapshot of this machine may name it. */
function uselessBefore(dataDir: string, now: Date): Date {
  const snapshots = snapshotNames(dataDir).map((name) => readSnapshotName(name)?.at.getTime() ?? 0)
  return new Date(Math.min(now.getTime() - keptDays * dayMs, ...snapshots))
}

/**
 * Removes the files of months that were brought back into the database, or never left it, once no snapshot can need them.
 * @returns how many
 */
export async function sweepHistoryFiles(
  db: Kysely<Database>,
  storage: Storage,
  dataDir: string,
  now: Date,
): Promise<number> {
  // Row first, file after: what is left of a crash between is a file without a row, which the sweep of files takes.
  const { rows } = await sql<{
    file: string
  }>`delete from history_file where dropped_at < ${uselessBefore(dataDir, now)}
    and not exists (select from history_month m where m.file_name = history_file.file_name) returning file_name as file`.execute(
    db,
  )
  for (const { file } of rows) await storage.remove(file)
  return rows.length
}
