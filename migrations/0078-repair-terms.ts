import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Add the workshop of a repair, its cost (yuan), and the last day on which the workshop repairs the device again free
 * of charge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table repair_daily add column workshop text, add column cost numeric(10, 2), add column warranty_until date',
  ])
}
