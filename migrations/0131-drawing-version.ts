import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * The number of times that the drawing of a report was saved. The version of the report does not serve: it also changes
 * when the report moves to another station, which does not touch the drawing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table report add column fabric_version integer not null default 0'])
}
