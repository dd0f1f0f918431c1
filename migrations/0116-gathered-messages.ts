import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Fewer messages for people. `at_once_from`: a channel with a digest is told of events from this severity on at once, of the others by the
 * digest alone; null = of all by the digest. `urgency`: this message may leave together with others of its channel; null = it leaves alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table channel add column at_once_from text check (at_once_from in ('notice', 'warning', 'critical')),
      add constraint channel_at_once check (at_once_from is null or digest_at is not null)`,
    "alter table delivery add column urgency text check (urgency in ('urgent', 'usual'))",
  ])
}
