import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Each table of sums: its key, and the number that is zero if there is nothing left to count. */
const counters = {
  device_count: { key: ['company_id', 'type', 'state', 'repair_times', 'active_worker_state'], count: 'devices' },
  device_leaf_count: {
    key: ['company_id', 'client_id', 'account_id', 'site_id', 'type', 'state', 'repair_times', 'active_worker_state'],
    count: 'devices',
  },
  device_place_count: { key: ['company_id', 'kind', 'place_id'], count: 'devices' },
  daily_leaf: { key: ['company_id', 'client_id', 'account_id', 'site_id', 'type', 'business_date'], count: 'total' },
  daily_scope: { key: ['kind', 'scope_id', 'company_id', 'business_date'], count: 'total' },
}

/**
 * Delete a sum that reaches zero: a row that never existed and one that is gone look the same, so an undone feed leaves
 * no trace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, { key, count }] of Object.entries(counters)) {
    await run(db, [
      `delete from ${table} where ${count} = 0`,
      `create function ${table}_drop_empty() returns trigger language plpgsql as $$ begin
        if exists (select from new_rows where ${count} = 0) then
          delete from ${table} counter using new_rows empty
          where empty.${count} = 0 and counter.${count} = 0 and ${key.map((column) => `counter.${column} = empty.${column}`).join(' and ')};
        end if;
        return null; end $$`,
      `create trigger ${table}_drop_empty after update on ${table} referencing new table as new_rows
        for each statement execute function ${table}_drop_empty()`,
    ])
  }
}
