import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Find the repairs of a client, an account or a site by an index, in the order of their days; before, all of the tenant
 * were read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    ['client_id', 'account_id', 'site_id'].map(
      (place) => `create index repair_daily_${place} on repair_daily(company_id, ${place}, repair_date, id)`,
    ),
  )
}
