import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * A transfer changes all sums of its days, page after page. If a page has free space for a second version of each row,
 * no index is written: a quarter of the log, and less than half of the touched pages. Full pages stay unchanged; future
 * days are stored like this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table daily_leaf set (fillfactor = 50)', 'alter table daily_scope set (fillfactor = 50)'])
}
