import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Idempotency keys with the results of their changes, for all processes: a retry that reached another process made the
 * change twice. A row is written twice within a call, so its page keeps room for the second version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table call_key (
      id text primary key, content text not null, holder text not null, valid_until timestamptz not null, answer bytea
    ) with (fillfactor = 50)`,
  ])
}
