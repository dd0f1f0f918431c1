import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Index the coverage of all sites by day: otherwise a wall of all bases would read the coverage of all days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['create index import_coverage_of_day on import_coverage(business_date)'])
}
