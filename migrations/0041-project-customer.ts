import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Add the customer on the cover of a project's report. Free text: an engineer's customer need not be a client of the
 * fleet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table project add column customer text, add column customer_contact text, add column customer_reference text',
  ])
}
