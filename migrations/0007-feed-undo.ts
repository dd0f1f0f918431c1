import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const arrays: Record<string, string> = {
  device_ids: 'int[]',
  written: 'boolean[]',
  bumps: 'smallint[]',
  client_ids: 'int[]',
  account_ids: 'int[]',
  site_ids: 'int[]',
  types: 'device_type[]',
  states: 'device_state[]',
  active_workers: 'text[]',
  active_worker_states: 'boolean[]',
  hash_rates: 'real[]',
  last_report_ats: 'timestamptz[]',
  state_sinces: 'timestamptz[]',
  row_versions: 'int[]',
  update_times: 'timestamptz[]',
  had_day: 'boolean[]',
  day_client_ids: 'int[]',
  day_account_ids: 'int[]',
  day_site_ids: 'int[]',
  day_types: 'device_type[]',
  day_states: 'device_state[]',
  day_reported: 'boolean[]',
  day_ever_reported: 'boolean[]',
  day_hash_avgs: 'real[]',
  day_hash_targets: 'real[]',
  day_compliant: 'boolean[]',
  day_batch_ids: 'int[]',
}

/**
 * Keep the state before a feed, so that it can be undone. One row holds the columns of up to 100,000 devices as arrays:
 * written in one statement, deleted in one, with a tenth of the bytes of separate rows. Uncompressed, because
 * compression would slow the feed down more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table import_batch add column company_ids int[] not null default '{}', add column site_ids int[], add column undone_by int`,
    'update import_batch set company_ids = array[company_id]',
    `create table import_before (
      batch_id int not null references import_batch(id) on delete cascade,
      part int not null,
      ${Object.entries(arrays)
        .map(([name, type]) => `${name} ${type} not null`)
        .join(', ')},
      primary key (batch_id, part))`,
    `alter table import_before ${Object.keys(arrays)
      .map((name) => `alter column ${name} set storage external`)
      .join(', ')}`,
    // Days that the feed wrote: whether every device's row existed already, or which did; and the coverage known of the
    // sites.
    `create table import_before_day (
      batch_id int not null references import_batch(id) on delete cascade,
      company_id int not null,
      business_date date not null,
      was_open boolean not null,
      device_ids int[] not null,
      coverage jsonb not null,
      primary key (batch_id, company_id, business_date))`,
    `create table import_before_return (
      batch_id int not null references import_batch(id) on delete cascade,
      repair_id int not null,
      update_time timestamptz not null,
      primary key (batch_id, repair_id))`,
    'create index feed_conflict_batch on feed_conflict(batch_id)',
  ])
}
