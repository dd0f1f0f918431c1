import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Rows of a day are stored by owner, in the order of writing, so a summary of each 32 pages finds those of a client (30
 * pages of index for 30,000,000 rows). Machines in trouble, a tenth of a day, and scrapped ones are found by their
 * state.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index device_daily_owner on device_daily using brin (business_date, client_id, account_id) with (pages_per_range = 32, autosummarize = on)',
    `create index device_daily_trouble on device_daily(company_id, business_date, state, device_id) where state <> 'normal'`,
    `create index device_daily_scrap on device_daily(company_id, client_id, business_date, device_id) where state = 'scrap'`,
  ])
}
