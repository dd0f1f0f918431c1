import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Index the acknowledged present troubles: the start page subtracts them from the troubles of each state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index device_care_acknowledged on device_care(company_id, device_id, state_since) where acknowledged_at is not null',
  ])
}
