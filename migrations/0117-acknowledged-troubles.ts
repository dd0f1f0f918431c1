import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** What people have seen of the present troubles, without what they have not: the start page takes it off the troubles of each state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index device_care_acknowledged on device_care(company_id, device_id, state_since) where acknowledged_at is not null',
  ])
}
