import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** What the headings of each maker's table mean, as somebody said it at the last import. */
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
