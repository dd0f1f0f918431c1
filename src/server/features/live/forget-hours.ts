import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import type { Database } from '#server/db/tables.ts'

/**
 * Remove the reports of a batch of the live interface from the history of undone machines: from the journal, and from
 * the figures of its hour if they are already written. Do nothing for any other batch.
 */
export async function forgetHours(trx: Transaction<Database>, batchId: number, back: readonly number[]): Promise<void> {
  if (back.length === 0) return
  const ids = sql`${integers(back)}::int[]`
  // On a cluster, the batch is on the coordinator and the hours are on the nodes of the tenants.
  const { rows } = await sql<{ company_ids: number[]; report_hour: Date }>`
    select company_ids, report_hour from import_batch where id = ${batchId} and source = 'live'`.execute(trx)
  const [batch] = rows
  if (!batch) return
  await sql`delete from device_hour where company_id = any(${batch.company_ids}::int[]) and hour = ${batch.report_hour}::timestamptz
    and device_id = any(${ids})`.execute(trx)
  await sql`
    update live_report l set device_ids = k.ids, seconds = k.seconds, hash_rates = k.hashes, powers = k.powers from (
      select r.id, coalesce(array_agg(t.id) filter (where stays), '{}') as ids, coalesce(array_agg(t.second) filter (where stays), '{}') as seconds,
        coalesce(array_agg(t.hash) filter (where stays), '{}') as hashes, coalesce(array_agg(t.power) filter (where stays), '{}') as powers
      from live_report r cross join lateral unnest(r.device_ids, r.seconds, r.hash_rates, r.powers) as t(id, second, hash, power)
      cross join lateral (select not t.id = any(${ids}) as stays) s
      where r.batch_id = ${batchId} group by r.id) k where k.id = l.id`.execute(trx)
}

/** Forget the last live report of undone machines, so that they do not count as absent before their next report. */
export async function forgetLive(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  back: readonly number[],
): Promise<void> {
  await sql`update device set live_at = null where company_id = any(${[...companyIds]}::int[]) and id = any(${integers(back)}::int[]) and live_at is not null`.execute(
    trx,
  )
}
