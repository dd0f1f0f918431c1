import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * All parts of one and two characters of a text, in lower case: typical searches for a Chinese name. Longer parts are
 * found by trigrams, which cannot find shorter ones.
 */
const textParts = `create function text_parts(value text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(value), start, size)), '{}')
  from generate_series(1, length(value)) start, generate_series(1, 2) size where start + size <= length(value) + 1 $$`
const at = 'coalesce(measure_time, update_time)'

/**
 * Copy the site and the name of its subject to a trace, so that a page of traces, and a search in them, only read an
 * index of traces: before, each joined every trace with its testee and its device (1,950,000 rows at 1,000,000
 * machines). Triggers on both keep the copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    textParts,
    // No reference: the triggers copy a column that already has one.
    'alter table trace add column site_id int, add column subject text',
    `update trace set site_id = testee.site_id, subject = testee.name from testee where testee.id = trace.testee_id`,
    `update trace set site_id = device.site_id, subject = device.serial from device where device.id = trace.device_id`,
    `create function trace_place() returns trigger language plpgsql as $$ begin
      if new.testee_id is not null then
        select site_id, name into new.site_id, new.subject from testee where id = new.testee_id;
      else
        select site_id, serial into new.site_id, new.subject from device where id = new.device_id;
      end if;
      return new; end $$`,
    `create trigger trace_place before insert or update of testee_id, device_id on trace for each row execute function trace_place()`,
    `create function trace_follow_device() returns trigger language plpgsql as $$ begin
      update trace set site_id = new.site_id, subject = new.serial where device_id = new.id;
      return null; end $$`,
    `create trigger trace_follow_device after update of site_id, serial on device for each row
      when (old.site_id is distinct from new.site_id or old.serial is distinct from new.serial) execute function trace_follow_device()`,
    `create function trace_follow_testee() returns trigger language plpgsql as $$ begin
      update trace set site_id = new.site_id, subject = new.name where testee_id = new.id;
      return null; end $$`,
    `create trigger trace_follow_testee after update of site_id, name on testee for each row
      when (old.site_id is distinct from new.site_id or old.name is distinct from new.name) execute function trace_follow_testee()`,
    // The newest first: of all bases, of one, of a site, with a status.
    `create index trace_newest on trace((${at}) desc, id desc)`,
    `create index trace_newest_of_company on trace(company_id, (${at}) desc, id desc)`,
    `create index trace_newest_of_site on trace(company_id, site_id, (${at}) desc, id desc) where site_id is not null`,
    `create index trace_newest_in_status on trace(company_id, status, (${at}) desc, id desc)`,
    'create index trace_subject on trace using gin(subject gin_trgm_ops, text_parts(subject))',
    'create index trace_measured on trace(company_id, (coalesce(measure_time, create_time)) desc, id desc) where testee_id is not null',
    'drop index trace_company',
  ])
}
