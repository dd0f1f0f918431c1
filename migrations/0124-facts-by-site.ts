import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Copy the site of the machine to its facts: for a large site, one index then has the position and firmware of each
 * machine, so that a common hall or firmware is found without reading row after row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table device_facts add column site_id int',
    'update device_facts f set site_id = d.site_id from device d where d.company_id = f.company_id and d.id = f.device_id',
    'create index device_facts_site on device_facts(site_id, device_id) include (company_id, hall, rack, shelf, firmware) where site_id is not null',
    `create or replace function device_facts_follow() returns trigger language plpgsql as $$ begin
      update device_facts set company_id = new.company_id, site_id = new.site_id where device_id = new.id and company_id = old.company_id;
      return null; end $$`,
    'drop trigger device_facts_follow on device',
    `create trigger device_facts_follow after update of company_id, site_id on device for each row
      when (old.company_id is distinct from new.company_id or old.site_id is distinct from new.site_id) execute function device_facts_follow()`,
    'analyze device_facts',
  ])
}
