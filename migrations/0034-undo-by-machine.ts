import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Undo a batch machine by machine: record its number of machines and of undone ones, and its result for each site, so
 * that a base can be shown its part of a feed of headquarters. `coverage` of a kept day is the JSON null if an earlier
 * batch was partly undone since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table import_batch add column machines int, add column machines_undone int not null default 0, add column undo_time timestamptz`,
    'update import_batch set undo_time = undone_at where undone_at is not null',
    // The batch that opened a day may be deleted: later changes by users still keep its rows. null = since the batch
    // itself.
    'alter table import_before_day add column since timestamptz',
    `create table import_batch_site (
      batch_id int not null references import_batch(id) on delete cascade,
      company_id int not null references company(id),
      site_id int not null,
      created int not null, updated int not null, unchanged int not null, conflict int not null,
      machines int not null,
      machines_undone int not null default 0,
      transitions jsonb not null,
      primary key (batch_id, company_id, site_id))`,
    'create index import_batch_site_company on import_batch_site(company_id, batch_id)',
  ])
}
