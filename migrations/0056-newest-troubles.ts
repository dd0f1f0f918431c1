import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Index the newest troubles of all companies, for the wall of headquarters: one index lookup for each state, where
 * `device_troubled` needs one for each company. It only contains the few devices in trouble, so a feed with normal
 * devices never writes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create index device_troubled_anywhere on device(state, state_since, id) where state in ('low', 'warn', 'offline')`,
  ])
}
