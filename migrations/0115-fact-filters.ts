import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Index machines by position, firmware, beginning of an address, and tag. Feeds change measurements far more often than
 * these: with free space on the pages such a change touches no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table device_facts set (fillfactor = 80)',
    'create index device_facts_hall on device_facts(company_id, lower(hall), lower(rack), lower(shelf), device_id) where hall is not null',
    'create index device_facts_rack on device_facts(company_id, lower(rack), lower(shelf), device_id) where rack is not null',
    'create index device_facts_shelf on device_facts(company_id, lower(shelf), device_id) where shelf is not null',
    'create index device_facts_firmware on device_facts(company_id, lower(firmware) text_pattern_ops, device_id) where firmware is not null',
    // Whole parts of an address: each ends with a point, including the last one.
    `create index device_facts_ip on device_facts(company_id, (translate(ip, ':', '.') || '.') text_pattern_ops, device_id) where ip is not null`,
    // A tag with its tenant: no row of another tenant is read.
    `create function fact_tags(company_id int, tags text[]) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(company_id || ' ' || lower(tag)), '{}') from unnest(tags) tag $$`,
    'create index device_facts_tags on device_facts using gin(fact_tags(company_id, tags)) where tags is not null',
    'analyze device_facts',
  ])
}
