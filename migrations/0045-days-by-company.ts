import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Find the rows of a day by their tenant first: a feed, a list or an undo of one tenant reads its own day instead of
 * that of all. The months inherit the key from the table, and `device_daily_month()` copies it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table device_daily drop constraint device_daily_pkey',
    'alter table device_daily add constraint device_daily_pkey primary key (company_id, business_date, device_id)',
  ])
}
