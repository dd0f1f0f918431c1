import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * How far into the write-ahead log a session has written, so that every process knows from when on a replica shows it what it wrote.
 * Null = not known: then it reads from the primary.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table session add column write_position bigint'])
}
