import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Store the meaning of the headings in each manufacturer's table, as chosen at the last import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table catalogue_layout (
      maker text primary key,
      layout jsonb not null,
      saved_by text not null,
      update_time timestamptz not null
    )`,
  ])
}
