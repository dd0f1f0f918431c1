import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Index events in the order of their list: a feed writes all of its events at one instant. Also index undone changes,
 * which are rare, by device and batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index device_event_newest on device_event(company_id, at, id)',
    'drop index device_event_company',
    `create index device_event_undone on device_event(device_id, batch_id) where cause = 'undo'`,
  ])
}
