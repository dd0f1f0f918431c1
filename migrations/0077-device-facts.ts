import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Store facts of a machine other than its operating data. In a separate table: most machines have none, no counter
 * depends on them, and a feed without such columns neither reads nor writes it. The facts before a batch are kept for
 * its undo; null = there were none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table device_facts (
      company_id int not null,
      device_id int not null references device(id) on delete cascade,
      hall text,
      rack text,
      shelf text,
      ip text,
      mac text,
      firmware text,
      power_w real,
      temperature_c real,
      fan_rpm int,
      note text,
      tags text[],
      primary key (company_id, device_id))`,
    'create index device_facts_device on device_facts(device_id)',
    `create table import_before_facts (
      batch_id int not null references import_batch(id) on delete cascade,
      device_id int not null,
      facts jsonb,
      primary key (batch_id, device_id))`,
    // They move with their machine to another base.
    `create function device_facts_follow() returns trigger language plpgsql as $$ begin
      update device_facts set company_id = new.company_id where device_id = new.id and company_id = old.company_id;
      return null; end $$`,
    `create trigger device_facts_follow after update of company_id on device for each row
      when (old.company_id is distinct from new.company_id) execute function device_facts_follow()`,
  ])
}
