import { sql } from 'kysely'

/**
 * What a batch found, one row a device: its own columns, then those of its row of the day (`had_day` false = there was none).
 * What was kept of devices that the feed did not tell of is left out. Of a device that was only measured there is no state, and nothing of what a measurement leaves alone (`found`).
 */
export const beforeRows = (batchId: number, part: number | null) => sql`
  (select b.* from import_before p
    cross join lateral unnest(p.device_ids, p.written, p.bumps, p.client_ids, p.account_ids, p.site_ids, p.types, p.states, p.active_workers,
      p.active_worker_states, p.hash_rates, p.last_report_ats, p.state_sinces, p.row_versions, p.update_times, p.had_day, p.day_client_ids,
      p.day_account_ids, p.day_site_ids, p.day_types, p.day_states, p.day_reported, p.day_ever_reported, p.day_hash_avgs, p.day_hash_targets,
      p.day_compliant, p.day_batch_ids, p.told)
    as b(device_id, written, bumps, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate, last_report_at, state_since,
      row_version, update_time, had_day, day_client_id, day_account_id, day_site_id, day_type, day_state, day_reported, day_ever_reported, day_hash_avg,
      day_hash_target, day_compliant, day_batch_id, told)
    where b.told is not false and p.batch_id = ${batchId}::int ${part === null ? sql`` : sql`and p.part = ${part}::int`}) b`

/** A column of what a batch found; where it was not kept, as it is now. */
export const found = (column: string, now: string) => sql`case when b.state is null then ${sql.ref(now)} else ${sql.ref(`b.${column}`)} end`

/** Devices that the batch had registered. */
export const createdIds = (batchId: number) => sql`(select device_id from device_event where batch_id = ${batchId}::int and cause = 'registered')`
