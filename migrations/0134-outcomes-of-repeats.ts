import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Repeated repairs by their outcome: each of them was read for the number of those with one outcome. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index repair_daily_repeat_outcome on repair_daily(company_id, outcome) where repeat_of_id is not null and voided_at is null',
  ])
}
