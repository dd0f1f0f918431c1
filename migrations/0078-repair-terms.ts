import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Who repairs a device, what it cost (yuan), and the last day on which the workshop repairs it again for nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table repair_daily add column workshop text, add column cost numeric(10, 2), add column warranty_until date',
  ])
}
