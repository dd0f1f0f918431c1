import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** For whom a project is, as its report says on the cover. Texts of their own: a customer of an engineer need not be a client of the fleet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table project add column customer text, add column customer_contact text, add column customer_reference text',
  ])
}
