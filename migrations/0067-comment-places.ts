import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Copy the place of its device to a comment: a page of the comments of a base, or of a site, only reads comments;
 * before, it looked up the device of every comment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // No reference: the triggers copy a column that already has one.
    'alter table comment add column site_id int',
    `update comment set company_id = device.company_id, site_id = device.site_id from device where target_kind = 'device' and device.id = class_id`,
    `create function comment_place() returns trigger language plpgsql as $$
      declare place record;
      begin
        if new.target_kind = 'device' then
          select company_id, site_id into place from device where id = new.class_id;
          if found then
            new.company_id := place.company_id;
            new.site_id := place.site_id;
          end if;
        end if;
        return new; end $$`,
    `create trigger comment_place before insert on comment for each row execute function comment_place()`,
    `create function comment_follow_device() returns trigger language plpgsql as $$ begin
      update comment set company_id = new.company_id, site_id = new.site_id where target_kind = 'device' and class_id = new.id;
      return null; end $$`,
    `create trigger comment_follow_device after update of company_id, site_id on device for each row
      when (old.company_id is distinct from new.company_id or old.site_id is distinct from new.site_id) execute function comment_follow_device()`,
    'create index comment_newest_of_company on comment(company_id, id desc)',
    'create index comment_newest_of_site on comment(company_id, site_id, id desc) where site_id is not null',
  ])
}
