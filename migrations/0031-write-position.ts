import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Record the position in the write-ahead log up to which a session has written, so that every process knows when a
 * replica contains its writes. Null = not known: then the session reads from the primary.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table session add column write_position bigint'])
}
