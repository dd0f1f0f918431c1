import { sql } from 'kysely'
import { isThere } from '#server/db/rebuild-schema.ts'
import type { Db } from '#server/db/tables.ts'
import { monthTable } from './month-table.ts'

/**
 * Stop recording writes into months, because the rows of a backup are no new writes. Call this before the first row is
 * restored.
 */
export async function stopNoting(db: Db): Promise<void> {
  if (!(await isThere(db, 'history_write'))) return
  await sql`do $$ declare month regclass; begin
    for month in select inhrelid::regclass from pg_inherits where inhparent = 'device_daily'::regclass loop
      execute format('drop trigger if exists history_month_written on %s', month);
    end loop; end $$`.execute(db)
}

/**
 * Mark the closed months of a backup as open: their rows are stored in the order of arrival and will be compacted again
 * later. Archived months stay in their files; drop the empty tables that remain of them.
 */
export async function reopenMonths(db: Db): Promise<void> {
  await sql`update history_month set state = 'open' where state = 'closed'`.execute(db)
  const { rows } = await sql<{
    month: string
  }>`select to_char(month, 'YYYY-MM') as month from history_month where state = 'archived'`.execute(db)
  for (const { month } of rows) await sql`drop table if exists ${sql.table(monthTable(month).name)}`.execute(db)
}

type KnownFile = { file_name: string; month: string; rows: string; bytes: string; sha256: string }

/** Return the archive files that the database refers to before a backup replaces it. */
export async function knownFiles(db: Db): Promise<KnownFile[]> {
  if (!(await isThere(db, 'history_file'))) return []
  const { rows } =
    await sql<KnownFile>`select file_name, month::text as month, rows, bytes, sha256 from history_file`.execute(db)
  return rows
}

/**
 * Keep files that the backup does not refer to for some time: a snapshot from then, restored after this one, needs
 * them.
 */
export async function keepFiles(db: Db, files: readonly KnownFile[]): Promise<void> {
  for (const { file_name, month, rows, bytes, sha256 } of files)
    await sql`insert into history_file (file_name, month, rows, bytes, sha256, dropped_at)
      values (${file_name}, ${month}::date, ${rows}, ${bytes}, ${sha256}, now()) on conflict (file_name) do nothing`.execute(
      db,
    )
}
