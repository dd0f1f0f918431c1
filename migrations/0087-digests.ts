import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Allow one digest for each channel and business day, whichever process is first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table delivery add column digest_day date',
    'create unique index delivery_digest on delivery(channel_id, digest_day)',
  ])
}
