import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Machines by where they stand, by firmware, by the beginning of an address and by a tag. A feed changes what is measured far more often than
 * these: with pages that keep some space such a change touches no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table device_facts set (fillfactor = 80)',
    'create index device_facts_hall on device_facts(company_id, lower(hall), lower(rack), lower(shelf), device_id) where hall is not null',
    'create index device_facts_rack on device_facts(company_id, lower(rack), lower(shelf), device_id) where rack is not null',
    'create index device_facts_shelf on device_facts(company_id, lower(shelf), device_id) where shelf is not null',
    'create index device_facts_firmware on device_facts(company_id, lower(firmware) text_pattern_ops, device_id) where firmware is not null',
    // Whole parts of an address: each ends with a point, the last one too.
    `create index device_facts_ip on device_facts(company_id, (translate(ip, ':', '.') || '.') text_pattern_ops, device_id) where ip is not null`,
    // A tag with its tenant: of other tenants no row is read.
    `create function fact_tags(company_id int, tags text[]) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(company_id || ' ' || lower(tag)), '{}') from unnest(tags) tag $$`,
    'create index device_facts_tags on device_facts using gin(fact_tags(company_id, tags)) where tags is not null',
    'analyze device_facts',
  ])
}
