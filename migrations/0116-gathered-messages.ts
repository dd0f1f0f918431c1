import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Reduce the number of messages. `at_once_from`: a channel with a digest gets events of this severity or higher at
 * once, the others only in the digest; null = all in the digest. `urgency`: this message may be merged with others of
 * its channel; null = it is sent alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table channel add column at_once_from text check (at_once_from in ('notice', 'warning', 'critical')),
      add constraint channel_at_once check (at_once_from is null or digest_at is not null)`,
    "alter table delivery add column urgency text check (urgency in ('urgent', 'usual'))",
  ])
}
