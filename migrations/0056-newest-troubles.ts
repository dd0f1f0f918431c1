import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * The newest troubles of all companies, for the wall of headquarters: one look into an index a state, where `device_troubled` takes one
 * a company. It holds the few devices in trouble alone, so a feed that reports normal devices never writes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create index device_troubled_anywhere on device(state, state_since, id) where state in ('low', 'warn', 'offline')`,
  ])
}
