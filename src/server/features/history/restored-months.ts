import { type Kysely, sql } from 'kysely'
import { isThere } from '#server/db/rebuild-schema.ts'
import type { Database } from '#server/db/tables.ts'

/** Rows of a backup are no new writes: the months that they come into stop noting any. Call it before the first row comes. */
export async function stopNoting(db: Kysely<Database>): Promise<void> {
  if (!(await isThere(db, 'history_write'))) return
  await sql`do $$ declare month regclass; begin
    for month in select inhrelid::regclass from pg_inherits where inhparent = 'device_daily'::regclass loop
      execute format('drop trigger if exists history_month_written on %s', month);
    end loop; end $$`.execute(db)
}

/** Months of a backup lie as rows came, whatever they were where it was made: they are open, and closed again when it is time. */
export async function reopenMonths(db: Kysely<Database>): Promise<void> {
  await sql`update history_month set state = 'open' where state = 'closed'`.execute(db)
}
