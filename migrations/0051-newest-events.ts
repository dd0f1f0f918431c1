import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Events in the order in which they are listed: a feed writes all of its events at one instant. And what was taken back, which is rare, by device and batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index device_event_newest on device_event(company_id, at, id)',
    'drop index device_event_company',
    `create index device_event_undone on device_event(device_id, batch_id) where cause = 'undo'`,
  ])
}
