import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** How much of each site reported on a day, wherever it is: a wall of all bases would read the coverage of all days for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['create index import_coverage_of_day on import_coverage(business_date)'])
}
