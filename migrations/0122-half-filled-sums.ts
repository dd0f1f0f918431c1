import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * A transfer changes all sums of its days, page after page of them. Where a page has place for a second version of each row, none of its
 * indexes is written: a quarter of the log, and less than half of the pages touched. Pages that are full already are left as they are;
 * days that come from now on lie like this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table daily_leaf set (fillfactor = 50)', 'alter table daily_scope set (fillfactor = 50)'])
}
